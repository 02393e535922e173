//! A unit struct that derives `Table`, from its attributes.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, Path};

use super::shared_index::indexes;
use super::table::{attribute, delimiter, table_name};
use super::{docs, runtime};
use crate::attrs::{
    self, KEY, Lost, Read, SHARED, SHARED_TABLE, SharedOptions, TableOptions, Text,
};
use crate::diag::Diagnostics;
use crate::model::{KeyDeclaration, KeyType, SharedTable};

/// Path of the runtime that a shared table says.
pub(super) fn krate(input: &DeriveInput, diag: &mut Diagnostics) -> Path {
    let options = attrs::merged::<SharedOptions>(&input.attrs, &SHARED, diag);
    runtime(options.and_then(|read| read.options.krate))
}

/// Lowers a shared table; `None` where its shape or its name and keys leave nothing to lower.
pub(super) fn shared(
    input: &DeriveInput,
    krate: Path,
    diag: &mut Diagnostics,
) -> Option<SharedTable> {
    is_a_unit(input, diag);
    keys_are_left_to_the_items(input, diag);
    let Some(read) = attrs::merged::<TableOptions>(&input.attrs, &SHARED_TABLE, diag) else {
        let message = format!(
            "`{}` does not say which table it is; write `#[table(name = \"...\", pk = \"...\")]`",
            input.ident,
        );
        diag.error(input.ident.span(), message);
        return None;
    };
    let Read {
        options,
        lost,
        span,
    } = read;
    is_given(
        "name",
        options.name.is_some(),
        "the table",
        (&lost, span),
        diag,
    );
    is_given("pk", options.pk.is_some(), "the table", (&lost, span), diag);
    let key = |name: Option<&Text>, kind: Option<&Text>, option: &str, diag: &mut Diagnostics| {
        let kind = kind.map_or(KeyType::Text, |kind| {
            key_type(&kind.value(), kind.span(), option, diag)
        });
        let (name, span) = attribute(name, diag)?;
        is_a_name(&name, span, "writes the template in `#[key]`", diag);
        Some(KeyDeclaration { name, span, kind })
    };
    let pk = key(
        options.pk.as_ref(),
        options.pk_type.as_ref(),
        "pk_type",
        diag,
    );
    let sk = key(
        options.sk.as_ref(),
        options.sk_type.as_ref(),
        "sk_type",
        diag,
    );
    if let (None, Some(kind)) = (&options.sk, &options.sk_type)
        && !lost.has("sk")
    {
        let message = "the table has no sort key; add `sk = \"...\"`, or remove this `sk_type`";
        diag.error(kind.option, message);
    }
    let name = options
        .name
        .as_ref()
        .and_then(|name| table_name(name, diag));
    let indexes = match &pk {
        Some(pk) => indexes(&input.attrs, pk, diag),
        None => Vec::new(),
    };
    let ttl = attribute(options.ttl.as_ref(), diag);
    let type_attr = attribute(options.type_attr.as_ref(), diag);
    let share_keys = share_keys(&options, &lost, diag);
    let delimiter = delimiter(options.delimiter.as_ref(), diag);
    Some(SharedTable {
        ident: input.ident.clone(),
        vis: input.vis.clone(),
        docs: docs::first_paragraph(&input.attrs),
        krate,
        // One that was reported stands for itself, so that the rest is checked as well.
        name: name.unwrap_or_default(),
        pk: pk?,
        sk,
        ttl,
        type_attr,
        share_keys,
        delimiter,
        indexes,
    })
}

/// Whether item types may share keys; only what stores their names tells them apart then.
fn share_keys(options: &TableOptions, lost: &Lost, diag: &mut Diagnostics) -> bool {
    let Some(types) = &options.types else {
        return false;
    };
    if types.value() != "by_attribute" {
        let message = format!(
            "`{}` does not tell item types apart; write `types = \"by_attribute\"`, or remove it \
             to have them told apart by their keys",
            types.value(),
        );
        diag.error(types.span(), message);
        return false;
    }
    if options.type_attr.is_none() && !lost.has("type_attr") {
        let message = "the table has no attribute that tells its item types apart; add \
                       `type_attr = \"...\"`";
        diag.error(types.option, message);
    }
    true
}

/// A shared table is a name for the items to refer to and holds nothing itself.
/// Whether a struct has fields: it may derive `Item` as well, which makes it a table.
pub(super) fn has_fields(input: &DeriveInput) -> bool {
    matches!(&input.data, Data::Struct(data) if matches!(data.fields, Fields::Named(_)))
}

fn is_a_unit(input: &DeriveInput, diag: &mut Diagnostics) {
    let is_unit = matches!(&input.data, Data::Struct(data) if matches!(data.fields, Fields::Unit));
    if !is_unit || !input.generics.params.is_empty() {
        let ident = &input.ident;
        let instead = if has_fields(input) {
            "; derive `Item` alone if it has one type of item, or write"
        } else {
            "; write"
        };
        let message = format!(
            "a shared table holds nothing itself{instead} `struct {ident};`, and a struct that \
             derives `Item` for each type of item in it"
        );
        diag.error(ident.span(), message);
    }
}

/// The template of a key differs from item to item.
fn keys_are_left_to_the_items(input: &DeriveInput, diag: &mut Diagnostics) {
    for attr in input.attrs.iter().filter(|attr| KEY.is(attr)) {
        let message = format!(
            "`#[key]` says what an item builds its key from; write it on each item of `{0}`, and \
             the attributes of the key in the `#[table]` of `{0}`",
            input.ident,
        );
        diag.error(attr.path().span(), message);
    }
}

/// A table names attributes; what is stored in them is for its items to say.
pub(super) fn is_a_name(text: &str, span: Span, items: &str, diag: &mut Diagnostics) -> bool {
    let is_template = text.contains(['{', '}']);
    if is_template {
        let message =
            format!("`{text}` is a template; name an attribute here, and each item {items}");
        diag.error(span, message);
    }
    !is_template
}

pub(super) fn is_given(
    option: &str,
    is_there: bool,
    what: &str,
    (lost, span): (&Lost, Span),
    diag: &mut Diagnostics,
) {
    if !is_there && !lost.has(option) {
        let message = format!("{what} has no `{option}`; write `{option} = \"...\"`");
        diag.error(span, message);
    }
}

pub(super) fn key_type(text: &str, span: Span, option: &str, diag: &mut Diagnostics) -> KeyType {
    let found = KeyType::ALL.iter().find(|(name, _)| *name == text);
    if let Some((_, kind)) = found {
        return *kind;
    }
    let message = format!(
        "`{text}` is no type of a key; write `{option} = \"S\"` for text, `\"N\"` for numbers or \
         `\"B\"` for bytes"
    );
    diag.error(span, message);
    KeyType::Text
}
