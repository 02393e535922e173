//! A struct that derives `Item`, from its attributes and fields.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, FieldsNamed, GenericParam, Ident, Path};

use super::concrete::concrete;
use super::field::{self, FieldOwner};
use super::index::{self, Scope};
use super::misplaced::has_no_members;
use super::nested::Nesting;
use super::table::{self, Home};
use super::{count, docs, key, precision, runtime};
use crate::attrs::{self, ItemOptions, KEY, Lost, Text};
use crate::diag::Diagnostics;
use crate::model::{Field, Item, ItemRemains, Rename, Role, SharedTable, Storage, Table, plain};

/// Lowers an item, of which nothing but its name is left if its shape is not that of an item.
///
/// `shared` is the table that its `table = Path` leads to.
pub(super) fn item(
    input: &DeriveInput,
    options: (ItemOptions, Lost),
    shared: Option<&SharedTable>,
    diag: &mut Diagnostics,
) -> ItemRemains {
    has_no_parameters(input, diag);
    has_no_members(input, diag);
    let (mut options, lost) = options;
    let krate = runtime(options.krate.take());
    let table = table::shared_path(input, options.table.as_ref());
    let named = named_fields(input, diag);
    let item = named.map(|named| {
        let declared = Declared {
            input,
            named,
            options,
            lost,
            krate: krate.clone(),
        };
        let mut item = declared.lower(shared, diag);
        for field in &mut item.fields {
            field.ty = concrete(&field.ty, &input.generics);
        }
        item
    });
    ItemRemains {
        ident: input.ident.clone(),
        generics: input.generics.clone(),
        krate,
        table,
        item,
    }
}

/// A struct with named fields, and its options.
struct Declared<'a> {
    input: &'a DeriveInput,
    named: &'a FieldsNamed,
    options: ItemOptions,
    lost: Lost,
    krate: Path,
}

impl Declared<'_> {
    fn lower(self, shared: Option<&SharedTable>, diag: &mut Diagnostics) -> Item {
        let Self {
            input,
            named,
            options,
            lost,
            krate,
        } = self;
        let rename = options
            .rename_all
            .map_or(Rename::None, |value| value.rename);
        let mut fields = field::fields(named, rename, &FieldOwner::Item, diag);
        let home = table::home(input, options.table, shared, &lost, diag);
        let keys = attrs::merged(&input.attrs, &KEY, diag);
        let is_open = lost.has("rename_all") || home.is_open();
        let nesting = Nesting::new(&fields, &input.ident, &krate);
        let owner = key::KeyOwner {
            ident: &input.ident,
            fields: &fields,
            nesting: &nesting,
            table: &home.called(),
            delimiter: home.delimiter(),
            is_open,
        };
        let (mut pk, mut sk) = key::primary(&owner, &home, keys.as_ref(), diag);
        let scope = Scope {
            ident: &input.ident,
            fields: &fields,
            nesting: &nesting,
            home: &home,
            pk: &pk,
            sk: sk.as_ref(),
            is_open,
        };
        let mut indexes = index::indexes(&input.attrs, &scope, diag);
        let counts = count::counts(&input.attrs, &fields, is_open, diag);

        let entity = entity(&input.ident, options.entity.as_ref(), &home, diag);
        let mut table = home.into_table(&input.ident);
        if table.shared.is_none() {
            resolve_ttl(&mut table, &fields, diag);
        }
        let nested = nesting.into_fields();
        fields.extend(nested);
        precision::store(&mut fields, (&mut pk, sk.as_mut()), &mut indexes, diag);
        Item {
            ident: input.ident.clone(),
            vis: input.vis.clone(),
            docs: docs::first_paragraph(&input.attrs),
            krate,
            table,
            entity,
            fields,
            pk,
            sk,
            indexes,
            counts,
        }
    }
}

/// An item owns its data and has one shape: the table holds items of one type, read into values
/// that outlive the response.
fn has_no_parameters(input: &DeriveInput, diag: &mut Diagnostics) {
    for param in &input.generics.params {
        let (span, instead) = match param {
            GenericParam::Lifetime(param) => (param.span(), "own what it borrows"),
            GenericParam::Type(param) => (param.ident.span(), "write the type it stands for"),
            GenericParam::Const(param) => (param.ident.span(), "write the value it stands for"),
        };
        let message =
            format!("an item owns its data and has one shape; remove this parameter and {instead}");
        diag.error(span, message);
    }
}

fn named_fields<'a>(input: &'a DeriveInput, diag: &mut Diagnostics) -> Option<&'a FieldsNamed> {
    let what = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => return Some(fields),
            Fields::Unnamed(_) => "a tuple struct",
            Fields::Unit => "a struct without fields",
        },
        Data::Enum(_) => "an enum",
        Data::Union(_) => "a union",
    };
    let instead = match &input.data {
        Data::Enum(_) => {
            "write a struct for each variant, and read them together as a `Collection`"
        }
        _ => "write a struct with named fields",
    };
    let ident = &input.ident;
    diag.error(
        ident.span(),
        format!("`{ident}` is {what} and cannot be an item; {instead}"),
    );
    None
}

/// Resolves the table's TTL attribute, which may be written as a field's Rust name and follows
/// from the field marked `ttl` if the table says none.
fn resolve_ttl(table: &mut Table, fields: &[Field], diag: &mut Diagnostics) {
    let stored = || {
        fields
            .iter()
            .filter(|field| field.storage == Storage::Attribute)
    };
    let Some((name, span)) = &mut table.ttl else {
        table.ttl = stored()
            .find(|field| matches!(field.role, Some(Role::Ttl(_))))
            .map(|field| (field.attribute.clone(), field.role_span));
        return;
    };
    let has_rest = fields.iter().any(|field| field.storage == Storage::Flatten);
    if has_rest || stored().any(|field| field.attribute == *name) {
        return;
    }
    if let Some(field) = stored().find(|field| plain(&field.ident) == *name) {
        name.clone_from(&field.attribute);
        return;
    }
    let known: Vec<_> = stored().map(|field| &field.attribute).collect();
    diag.error(*span, crate::diag::unknown("attribute", name, &known));
}

/// The entity name: as written, or the struct's own if the table stores one.
fn entity(
    ident: &Ident,
    written: Option<&Text>,
    home: &Home,
    diag: &mut Diagnostics,
) -> Option<(String, Span)> {
    let Some(known) = home.known() else {
        return written.map(Text::spanned);
    };
    let has_attribute = known.table.type_attr.is_some();
    let Some(entity) = written else {
        return has_attribute.then(|| (plain(ident), ident.span()));
    };
    if !has_attribute && !known.lost.has("type_attr") {
        let (table, place) = match known.table.shared {
            None => ("the table".to_owned(), "`#[table]`".to_owned()),
            Some(_) => {
                let title = known.table.title();
                (format!("`{title}`"), format!("the `#[table]` of `{title}`"))
            }
        };
        let message = format!(
            "{table} has no attribute to store `entity` in; add `type_attr = \"...\"` to {place}, \
             or remove it"
        );
        diag.error(entity.option, message);
    }
    Some(entity.spanned())
}
