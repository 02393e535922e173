//! The grammar exactly as written: one darling struct a position, and how attributes become one.
//!
//! No rule here looks at two options. What cannot be read is reported and left out, so that one
//! mistyped option does not take the others with it.

mod attribute;
mod collection;
mod count;
mod field;
mod form;
mod index;
mod item;
mod key_value;
mod mended;
mod table;
mod template;
mod value;
mod view;

use std::collections::HashSet;

use darling::FromMeta;
use darling::ast::NestedMeta;
use darling::util::path_to_string;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Ident, Lit, Meta, parse_quote};

pub(crate) use attribute::{CONTAINER, ContainerOptions, VARIANT, VariantOptions};
pub(crate) use collection::{COLLECTION, CollectionOptions};
pub(crate) use count::{COUNT, CountOptions};
pub(crate) use field::{FIELD, FieldOptions, NESTED_FIELD, PARTITION_KEY_WORDS, SORT_KEY_WORDS};
pub(crate) use index::{GSI, IndexOptions, LSI, VECTOR};
pub(crate) use item::{ITEM, ItemOptions, KEY, KeyOptions};
pub(crate) use key_value::{CountElement, CountKey, KeyElement, KeyValue};
pub(crate) use table::{
    SHARED, SHARED_GSI, SHARED_LSI, SHARED_TABLE, SHARED_VECTOR, SharedIndexOptions, SharedOptions,
    TABLE, TableOptions,
};
pub(crate) use template::{Piece, pieces};
pub(crate) use value::{
    DefaultValue, NameList, NumberValue, PathValue, ProjectionKind, ProjectionValue, RenameValue,
    Text, TtlValue, UniqueValue,
};
pub(crate) use view::{VIEW, ViewOptions};

use self::mended::mended;
use crate::diag::{self, Diagnostics};

/// A place where options stand, for telling the user which there are.
pub(crate) struct Position {
    /// As it is written: `#[dynamo]`.
    pub(crate) name: &'static str,
    /// The options that may be written there.
    pub(crate) options: &'static [&'static str],
    /// Options of the same attribute that belong elsewhere, and where.
    pub(crate) elsewhere: &'static [(&'static [&'static str], &'static str)],
}

const ON_A_FIELD: &str = "on a field";
const ON_THE_TYPE: &str = "above the type";

impl Position {
    /// Whether an attribute is one of this position.
    pub(crate) fn is(&self, attr: &Attribute) -> bool {
        attr.path().is_ident(self.word())
    }

    /// The position that a misplaced option belongs to.
    pub(crate) fn place_of(&self, option: &str) -> Option<&'static str> {
        let found = self
            .elsewhere
            .iter()
            .find(|(options, _)| options.contains(&option))?;
        Some(found.1)
    }

    /// The option that a path without one is meant for.
    pub(crate) fn nameless(&self, path: &str) -> Option<&'static str> {
        let option = match self.word() {
            "view" => "item",
            "count" => "into",
            "collection" => "table",
            _ => return None,
        };
        path.starts_with(char::is_uppercase).then_some(option)
    }

    pub(crate) fn word(&self) -> &'static str {
        self.name.trim_start_matches("#[").trim_end_matches(']')
    }
}

/// The options of one position.
pub(crate) struct Read<T> {
    pub(crate) options: T,
    pub(crate) lost: Lost,
    /// Span of the attribute's name.
    pub(crate) span: Span,
}

/// The options that could not be read, which was reported: rules about what is absent stay silent
/// about them.
#[derive(Default)]
pub(crate) struct Lost {
    /// Any may be among them.
    everything: bool,
    options: Vec<String>,
}

impl Lost {
    /// Whether an option was meant to be there.
    pub(crate) fn has(&self, option: &str) -> bool {
        self.everything || self.options.iter().any(|lost| lost == option)
    }

    fn add(&mut self, item: &NestedMeta, position: &Position) {
        let name = match item {
            NestedMeta::Meta(meta) => path_to_string(meta.path()),
            NestedMeta::NameValueInvalidExpr(invalid) => path_to_string(&invalid.path),
            NestedMeta::Lit(_) => {
                self.everything = true;
                return;
            }
        };
        if position.options.contains(&name.as_str()) {
            self.options.push(name);
        } else if position.place_of(&name).is_some() {
            // It says nothing about what is meant here.
        } else {
            match diag::closest(&name, position.options) {
                Some(close) => self.options.push(close),
                None => self.everything = true,
            }
        }
    }
}

/// Reads all attributes of a position as one list of options, `None` if there is no such attribute.
pub(crate) fn merged<T>(
    attrs: &[Attribute],
    position: &Position,
    diag: &mut Diagnostics,
) -> Option<Read<T>>
where
    T: FromMeta + Default,
{
    let mut found = attrs.iter().filter(|attr| position.is(attr)).peekable();
    let span = found.peek()?.path().span();
    let lists = found.map(|attr| list(attr, position, diag)).collect();
    let (options, lost) = options(lists, position, diag);
    Some(Read {
        options,
        lost,
        span,
    })
}

/// Reads one attribute of a position by itself.
pub(crate) fn single<T>(attr: &Attribute, position: &Position, diag: &mut Diagnostics) -> Read<T>
where
    T: FromMeta + Default,
{
    let items = list(attr, position, diag);
    let (options, lost) = options(vec![items], position, diag);
    Read {
        options,
        lost,
        span: attr.path().span(),
    }
}

/// The items between the parentheses of an attribute.
struct List {
    items: Vec<NestedMeta>,
    /// Whether there may be others, which was reported.
    is_reported: bool,
}

fn list(attr: &Attribute, position: &Position, diag: &mut Diagnostics) -> List {
    let reported = |items| List {
        items,
        is_reported: true,
    };
    let span = attr.path().span();
    let word = position.word();
    if let Meta::NameValue(pair) = &attr.meta {
        let options = options_of(&pair.value, position);
        let message = format!("`#[{word}]` takes options; write `#[{word}({options})]`");
        diag.error(span, message);
        return reported(Vec::new());
    }
    let items = match &attr.meta {
        Meta::List(list) => NestedMeta::parse_meta_list(list.tokens.clone()),
        Meta::Path(_) | Meta::NameValue(_) => Ok(Vec::new()),
    };
    match items {
        Ok(items) if items.is_empty() => {
            let message =
                format!("`#[{word}]` says nothing; write `#[{word}(option = value, ...)]`");
            diag.error(span, message);
            reported(items)
        }
        Ok(items) => List {
            items,
            is_reported: false,
        },
        Err(error) => {
            let message = format!(
                "cannot read `#[{word}(...)]`, {error}; write `option = value`, separated by commas"
            );
            diag.error(error.span(), message);
            let mended = attr
                .meta
                .require_list()
                .map(|list| mended(list.tokens.clone()));
            let items = mended.and_then(NestedMeta::parse_meta_list);
            List {
                is_reported: items.is_err(),
                items: items.unwrap_or_default(),
            }
        }
    }
}

/// The options that a value given to a whole attribute seems to mean.
fn options_of(value: &Expr, position: &Position) -> String {
    let key = ["pk", "sk"]
        .into_iter()
        .find(|key| position.options.contains(key));
    match (form::string(value), key) {
        (Some(text), Some(key)) if position.options.contains(&"name") => {
            format!("name = \"{}\", {key} = \"...\"", text.value())
        }
        (Some(text), Some(key)) => format!("{key} = \"{}\"", text.value()),
        _ => "option = value, ...".into(),
    }
}

/// Reads lists of options as one, leaving those out that are reported.
fn options<T>(lists: Vec<List>, position: &Position, diag: &mut Diagnostics) -> (T, Lost)
where
    T: FromMeta + Default,
{
    let mut lost = Lost {
        everything: lists.iter().any(|list| list.is_reported),
        ..Lost::default()
    };
    let (items, unreadable): (Vec<_>, Vec<_>) = lists
        .into_iter()
        .flat_map(|list| list.items)
        .partition(|item| matches!(item, NestedMeta::Meta(_)));
    for item in &unreadable {
        report_unreadable(item, position, diag);
        lost.add(item, position);
    }
    let error = match T::from_list(&items) {
        Ok(options) => return (options, lost),
        Err(error) => error,
    };
    diag.darling(error, position);
    let mut seen = HashSet::new();
    let (sound, unsound): (Vec<_>, Vec<_>) = items.into_iter().partition(|item| {
        T::from_list(std::slice::from_ref(item)).is_ok() && seen.insert(option_name(item))
    });
    let mut sound = sound;
    for item in unsound {
        // A mistyped option counts as the one it is told to be.
        let meant = meant(&item, position)
            .filter(|meant| T::from_list(std::slice::from_ref(meant)).is_ok())
            .filter(|meant| seen.insert(option_name(meant)));
        match meant {
            Some(meant) => sound.push(meant),
            None => lost.add(&item, position),
        }
    }
    (T::from_list(&sound).unwrap_or_default(), lost)
}

/// An option as it is told to be written: under another name, or with its value in quotes.
fn meant(item: &NestedMeta, position: &Position) -> Option<NestedMeta> {
    let NestedMeta::Meta(meta) = item else {
        return None;
    };
    let name = path_to_string(meta.path());
    if position.options.contains(&name.as_str()) {
        return form::quoted(meta).map(NestedMeta::Meta);
    }
    if let (Meta::Path(path), Some(option)) = (meta, position.nameless(&name)) {
        let option = Ident::new(option, path.span());
        return Some(NestedMeta::Meta(parse_quote!(#option = #path)));
    }
    let is_other = diag::of_serde(&name).is_some() || diag::of_others(&name).is_some();
    if is_other || position.place_of(&name).is_some() {
        return None;
    }
    let close = diag::closest(&name, position.options)?;
    // Where a field is stored decides on other rules, which would be a guess on a guess.
    if ["skip", "key_only", "flatten"].contains(&close.as_str()) {
        return None;
    }
    let path = Ident::new(&close, meta.path().span()).into();
    let mut meta = meta.clone();
    match &mut meta {
        Meta::Path(own) => *own = path,
        Meta::List(list) => list.path = path,
        Meta::NameValue(pair) => pair.path = path,
    }
    Some(NestedMeta::Meta(meta))
}

/// Reports a value without an option, and an option whose value is not Rust.
fn report_unreadable(item: &NestedMeta, position: &Position, diag: &mut Diagnostics) {
    let invalid = match item {
        NestedMeta::Meta(_) => return,
        NestedMeta::Lit(value) => return report_nameless(value, position, diag),
        NestedMeta::NameValueInvalidExpr(invalid) => invalid,
    };
    let name = path_to_string(&invalid.path);
    let message = format!(
        "cannot read the value of `{name}`, {}; write `{name} = value`",
        syn::Error::from(invalid.error.clone()),
    );
    diag.error(invalid.path.span(), message);
}

/// Reports a value that stands alone.
fn report_nameless(value: &Lit, position: &Position, diag: &mut Diagnostics) {
    let text = match value {
        Lit::Str(text) => text.value(),
        _ => String::new(),
    };
    let message = if position.options.contains(&text.as_str()) {
        format!("`{text}` is an option; write `{text}` without quotes")
    } else if position.options.contains(&"name") && !text.is_empty() {
        format!("this value has no name; write `name = \"{text}\"`")
    } else {
        format!(
            "this value has no name; write `option = value`, with an option of: `{}`",
            position.options.join("`, `"),
        )
    };
    diag.error(value.span(), message);
}

fn option_name(item: &NestedMeta) -> Option<String> {
    match item {
        NestedMeta::Meta(meta) => Some(path_to_string(meta.path())),
        NestedMeta::Lit(_) | NestedMeta::NameValueInvalidExpr(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every option a position offers is one its struct reads.
    fn reads_what_it_offers<T: FromMeta>(position: &Position) {
        for option in position.options {
            let name = syn::parse_str::<proc_macro2::TokenStream>(option).expect("a word");
            let items = NestedMeta::parse_meta_list(name).expect("an option");
            if let Err(error) = T::from_list(&items) {
                let text = error.to_string();
                assert!(!text.contains("Unknown field"), "{}: {text}", position.name);
            }
        }
    }

    #[test]
    fn positions_agree_with_their_structs() {
        reads_what_it_offers::<TableOptions>(&TABLE);
        reads_what_it_offers::<TableOptions>(&SHARED_TABLE);
        reads_what_it_offers::<SharedIndexOptions>(&SHARED_GSI);
        reads_what_it_offers::<SharedIndexOptions>(&SHARED_LSI);
        reads_what_it_offers::<SharedOptions>(&SHARED);
        reads_what_it_offers::<KeyOptions>(&KEY);
        reads_what_it_offers::<IndexOptions>(&GSI);
        reads_what_it_offers::<IndexOptions>(&LSI);
        reads_what_it_offers::<IndexOptions>(&VECTOR);
        reads_what_it_offers::<SharedIndexOptions>(&SHARED_VECTOR);
        reads_what_it_offers::<ItemOptions>(&ITEM);
        reads_what_it_offers::<FieldOptions>(&FIELD);
        reads_what_it_offers::<FieldOptions>(&NESTED_FIELD);
        reads_what_it_offers::<ContainerOptions>(&CONTAINER);
        reads_what_it_offers::<VariantOptions>(&VARIANT);
        reads_what_it_offers::<ViewOptions>(&VIEW);
        reads_what_it_offers::<CollectionOptions>(&COLLECTION);
    }
}
