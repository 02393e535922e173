//! Attributes in the wrong place, those of an item on a type that is none and keys on fields, and
//! misspelled ones.

use darling::ast::NestedMeta;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Fields, Ident, Meta, Path};

use crate::attrs::{
    COLLECTION, COUNT, FIELD, GSI, ITEM, KEY, LSI, PARTITION_KEY_WORDS, Position, SORT_KEY_WORDS,
    TABLE, VECTOR,
};
use crate::diag::{Diagnostics, closest};

/// Reports the first attribute that only an item has, on a type that derives something else;
/// whether there is one. The type may derive `Item` as well, which then stands for it.
pub(super) fn has_item_attributes(
    input: &DeriveInput,
    derive: &str,
    diag: &mut Diagnostics,
) -> bool {
    let mut attrs = input.attrs.iter();
    let found = match derive {
        // Its options are easily written in `#[dynamo]`, and read from there.
        "Collection" => attrs.find_map(above_an_item),
        _ => attrs.find_map(of_an_item),
    };
    let Some((name, span)) = found else {
        return false;
    };
    let message = format!(
        "{name} is for items, which `{derive}` does not make; derive `Item` alone, or remove it"
    );
    diag.error(span, message);
    true
}

/// The derive that is meant on a type that derives `Item`.
pub(crate) enum Derive {
    Table,
    Collection,
}

/// Reports a table or a collection that derives `Item`.
pub(crate) fn another_derive(input: &DeriveInput) -> Option<(darling::Error, Derive)> {
    let ident = &input.ident;
    let has = |position: &Position| input.attrs.iter().any(|attr| position.is(attr));
    let (message, derive) = match &input.data {
        Data::Struct(data) if matches!(data.fields, Fields::Unit) && has(&TABLE) && !has(&KEY) => (
            format!("`{ident}` has no fields, so it is a shared table; derive `Table`, not `Item`"),
            Derive::Table,
        ),
        Data::Enum(_) if has(&COLLECTION) => (
            format!("`{ident}` is a collection; derive `Collection`, not `Item`"),
            Derive::Collection,
        ),
        _ => return None,
    };
    Some((darling::Error::custom(message).with_span(ident), derive))
}

/// Reports `#[collection]` on a struct that derives `Item`.
pub(super) fn has_no_members(input: &DeriveInput, diag: &mut Diagnostics) {
    if let Some(attr) = input.attrs.iter().find(|attr| COLLECTION.is(attr)) {
        let message = "`#[collection]` is for an enum that derives `Collection`; remove it";
        diag.error(attr.path().span(), message);
    }
}

/// Reports `#[collection]` on a type that derives `Attribute`; whether it is there.
pub(super) fn is_a_collection(input: &DeriveInput, diag: &mut Diagnostics) -> bool {
    let Some(attr) = input.attrs.iter().find(|attr| COLLECTION.is(attr)) else {
        return false;
    };
    let message = "a collection is read from several items and stored in none; derive \
                   `Collection` without `Attribute`";
    diag.error(attr.path().span(), message);
    true
}

/// The attributes of a view or a collection, with the options that are in `#[dynamo]` in its own, which
/// is reported.
pub(super) fn in_its_own_attribute(
    attrs: &[Attribute],
    position: &Position,
    diag: &mut Diagnostics,
) -> Vec<Attribute> {
    let mut attrs = attrs.to_vec();
    for attr in attrs.iter_mut().filter(|attr| ITEM.is(attr)) {
        let Meta::List(list) = &mut attr.meta else {
            continue;
        };
        let (word, options) = (position.word(), &list.tokens);
        let message =
            format!("the options of a {word} belong in `#[{word}]`; write `#[{word}({options})]`");
        diag.error(list.path.span(), message);
        list.path = Ident::new(word, list.path.span()).into();
    }
    attrs
}

/// Reads a misspelled `#[table]` as one: the compiler reports an attribute that it does not know, and
/// suggests this one.
pub(crate) fn respell(input: &mut DeriveInput) {
    if input.attrs.iter().any(|attr| TABLE.is(attr)) {
        return;
    }
    let is_meant = |path: &Path| {
        let name = path.get_ident().map(ToString::to_string);
        // The attribute of the derive `Tabled` is no mistake.
        name.is_some_and(|name| name != "tabled" && closest(&name, &["table"]).is_some())
    };
    let paths = input.attrs.iter_mut().map(|attr| match &mut attr.meta {
        Meta::Path(path) => path,
        Meta::List(list) => &mut list.path,
        Meta::NameValue(pair) => &mut pair.path,
    });
    for path in paths.filter(|path| is_meant(path)) {
        *path = Ident::new("table", path.span()).into();
    }
}

/// The fields that are marked as keys, which is reported with the options of fields.
#[derive(Default)]
pub(super) struct KeysOnFields {
    pub(super) pk: Option<Ident>,
    pub(super) sk: Option<Ident>,
}

/// Finds `#[dynamo(pk)]`, `#[dynamo(sk)]` and `#[key]` on the fields of a struct.
pub(super) fn keys_on_fields(input: &DeriveInput) -> KeysOnFields {
    let mut found = KeysOnFields::default();
    let Data::Struct(data) = &input.data else {
        return found;
    };
    for field in &data.fields {
        for attr in &field.attrs {
            let options = options(attr);
            let is = |word: &&str| options.iter().any(|path| path.is_ident(*word));
            let marked = |words: &[&str]| words.iter().any(is);
            if marked(PARTITION_KEY_WORDS) || (KEY.is(attr) && matches!(attr.meta, Meta::Path(_))) {
                found.pk = found.pk.or_else(|| field.ident.clone());
            } else if marked(SORT_KEY_WORDS) {
                found.sk = found.sk.or_else(|| field.ident.clone());
            }
        }
    }
    found
}

/// The names of the options of `#[dynamo]`.
fn options(attr: &Attribute) -> Vec<Path> {
    let Meta::List(list) = &attr.meta else {
        return Vec::new();
    };
    let options = NestedMeta::parse_meta_list(list.tokens.clone()).ok();
    let options = options.filter(|_| FIELD.is(attr)).unwrap_or_default();
    let paths = options.iter().filter_map(|option| match option {
        NestedMeta::Meta(meta) => Some(meta.path().clone()),
        _ => None,
    });
    paths.collect()
}

fn above_an_item(attr: &Attribute) -> Option<(String, Span)> {
    let mut positions = [&TABLE, &KEY, &GSI, &LSI, &VECTOR, &COUNT].into_iter();
    let position = positions.find(|position| position.is(attr))?;
    Some((format!("`{}`", position.name), attr.path().span()))
}

fn of_an_item(attr: &Attribute) -> Option<(String, Span)> {
    if let Some(found) = above_an_item(attr) {
        return Some(found);
    }
    let Meta::List(list) = &attr.meta else {
        return None;
    };
    let options = NestedMeta::parse_meta_list(list.tokens.clone()).ok();
    let options = options.filter(|_| ITEM.is(attr))?;
    options.iter().find_map(|option| match option {
        NestedMeta::Meta(meta) if meta.path().is_ident("table") => {
            Some(("`#[dynamo(table = ...)]`".to_owned(), meta.path().span()))
        }
        _ => None,
    })
}
