//! Rules about the names of attributes and indexes.

use proc_macro2::Span;

use super::{is_reported, queries};
use crate::diag::Diagnostics;
use crate::model::{IndexDeclaration, Item, KeyAttribute, KeySource, Projection, Storage, plain};

/// DynamoDB's limit on the names of keys and of what an index projects.
pub(super) const KEY_NAME: usize = 255;
/// DynamoDB's limit on every other attribute name.
pub(super) const NAME: usize = 64 * 1024;

/// An attribute name has a length DynamoDB accepts.
pub(super) fn attributes_are_named(item: &Item, diag: &mut Diagnostics) {
    let mut check = |name: &str, span, most| attribute_is_named(name, span, most, diag);
    for field in item
        .fields
        .iter()
        .filter(|field| field.storage == Storage::Attribute)
    {
        check(&field.attribute, field.attribute_span, NAME);
    }
    if item.table.shared.is_some() {
        return;
    }
    let table = &item.table;
    for (name, span) in [&table.type_attr, &table.ttl].into_iter().flatten() {
        check(name, *span, NAME);
    }
    for key in keys(item) {
        check(&key.name, key.span, KEY_NAME);
    }
    for index in &item.indexes {
        if let Projection::Include(names) = &index.projection {
            for (name, span) in names.iter().filter(|(name, _)| name.len() > KEY_NAME) {
                check(name, *span, KEY_NAME);
            }
        }
    }
}

/// The same for one name.
pub(super) fn attribute_is_named(name: &str, span: Span, most: usize, diag: &mut Diagnostics) {
    if name.is_empty() {
        diag.error(span, "an attribute cannot have an empty name; write one");
    } else if name.len() > most {
        let message = format!(
            "this attribute name has {} bytes; write one of {most} at most",
            name.len(),
        );
        diag.error(span, message);
    }
}

/// The key attributes the item names, those of the table first.
fn keys(item: &Item) -> impl Iterator<Item = &KeyAttribute> {
    let primary = [Some(&item.pk), item.sk.as_ref()].into_iter().flatten();
    let secondary = queries(item).flat_map(|(_, query)| query.pk.iter().chain(&query.sk));
    // One without a name is that of a table that was reported.
    primary.chain(secondary).filter(|key| is_known(key))
}

fn is_known(key: &KeyAttribute) -> bool {
    !is_reported(key) && !key.name.is_empty()
}

/// An attribute holds one thing: a field, a built key, or the entity name.
pub(super) fn attributes_are_unique(item: &Item, diag: &mut Diagnostics) {
    let mut taken: Vec<(&str, String)> = Vec::new();
    for field in item
        .fields
        .iter()
        .filter(|field| field.storage == Storage::Attribute)
    {
        let what = format!("field `{}`", plain(&field.ident));
        claim(
            &mut taken,
            (&field.attribute, field.attribute_span),
            what,
            diag,
        );
    }
    for (key, word) in [(Some(&item.pk), "partition"), (item.sk.as_ref(), "sort")] {
        if let Some(key) = key.filter(|key| is_built(key)) {
            // Against a field this was reported when the key was lowered.
            taken.push((&key.name, format!("the table's {word} key")));
        }
    }
    if let Some((name, span)) = &item.table.type_attr {
        claim_for_entity(item, &mut taken, (name, *span), diag);
    }
    for (_, query) in queries(item) {
        for key in query.pk.iter().chain(&query.sk).filter(|key| is_built(key)) {
            // Indexes may share an attribute; that rule is about templates.
            is_free(&taken, (&key.name, key.span), diag);
        }
    }
}

fn is_built(key: &KeyAttribute) -> bool {
    matches!(key.source, KeySource::Built(_)) && is_known(key)
}

/// A shared table stands elsewhere, so there the field is at fault.
fn claim_for_entity<'a>(
    item: &Item,
    taken: &mut Vec<(&'a str, String)>,
    (name, span): (&'a str, Span),
    diag: &mut Diagnostics,
) {
    let what = "the entity name".to_owned();
    if item.table.shared.is_none() {
        claim(taken, (name, span), what, diag);
        return;
    }
    let claiming = item.fields.iter().find(|field| is_stored_as(field, name));
    if let Some(field) = claiming {
        let message = format!(
            "`{name}` is where `{}` stores the entity name; rename this field, or remove it",
            item.table.title(),
        );
        diag.error(field.attribute_span, message);
    }
    taken.push((name, what));
}

fn is_stored_as(field: &crate::model::Field, name: &str) -> bool {
    field.storage == Storage::Attribute && field.attribute == name
}

/// A field is stored as a key of an index only if the item says that it is in that index.
pub(super) fn fields_leave_declared_keys_alone(item: &Item, diag: &mut Diagnostics) {
    for (number, field) in item.fields.iter().enumerate() {
        if field.storage != Storage::Attribute {
            continue;
        }
        let is_own =
            |key: &KeyAttribute| matches!(key.source, KeySource::Field(own) if own == number);
        let is_primary = is_own(&item.pk) || item.sk.as_ref().is_some_and(is_own);
        if is_primary
            || queries(item).any(|(_, query)| query.pk.iter().chain(&query.sk).any(is_own))
        {
            continue;
        }
        let declared = item.table.declared.iter().find_map(|index| {
            let word = place_in(index, &field.attribute)?;
            let is_in = item.indexes.iter().any(|own| own.name == index.name);
            // The keys that the item builds there were compared with its fields already.
            (!is_in).then_some((index, word))
        });
        if let Some((index, word)) = declared {
            let message = format!(
                "`{}` would be stored as `{}`, the {word} key of index `{}` of `{}`; write \
                 `#[{}(name = \"{}\", ...)]` to be in that index, or `rename` the field",
                plain(&field.ident),
                field.attribute,
                index.name,
                item.table.title(),
                index.kind.attribute(),
                index.name,
            );
            diag.error(field.attribute_span, message);
        }
    }
}

/// Which key of an index an attribute is.
fn place_in(index: &IndexDeclaration, attribute: &str) -> Option<&'static str> {
    if index.sk.iter().any(|key| key.name == attribute) {
        Some("sort")
    } else {
        let is_own = index.pk.iter().any(|key| key.name == attribute);
        is_own.then_some("partition")
    }
}

fn claim<'a>(
    taken: &mut Vec<(&'a str, String)>,
    (name, span): (&'a str, Span),
    what: String,
    diag: &mut Diagnostics,
) {
    if is_free(taken, (name, span), diag) {
        taken.push((name, what));
    }
}

fn is_free(taken: &[(&str, String)], (name, span): (&str, Span), diag: &mut Diagnostics) -> bool {
    let Some((_, what)) = taken.iter().find(|(other, _)| *other == name) else {
        return true;
    };
    diag.error(
        span,
        format!("`{name}` is the attribute of {what} already; write another name"),
    );
    false
}

/// Within one key no attribute stands twice.
pub(super) fn keys_have_different_attributes(item: &Item, diag: &mut Diagnostics) {
    if item.table.shared.is_some() {
        return;
    }
    let primary: Vec<_> = [Some(&item.pk), item.sk.as_ref()]
        .into_iter()
        .flatten()
        .collect();
    let secondary = queries(item).map(|(_, query)| query.pk.iter().chain(&query.sk).collect());
    for keys in std::iter::once::<Vec<&KeyAttribute>>(primary).chain(secondary) {
        let keys = keys.into_iter().filter(|key| is_known(key));
        names_differ(keys.map(|key| (&*key.name, key.span)), diag);
    }
}

/// Of the attributes of one key, no two have one name.
pub(super) fn names_differ<'a>(
    keys: impl Iterator<Item = (&'a str, Span)>,
    diag: &mut Diagnostics,
) {
    let mut names = Vec::new();
    for (name, span) in keys {
        if names.contains(&name) {
            let message =
                format!("`{name}` is in this key already; write another attribute, or remove it");
            diag.error(span, message);
        }
        names.push(name);
    }
}

/// An index has a name DynamoDB accepts.
pub(super) fn indexes_are_named(item: &Item, diag: &mut Diagnostics) {
    if item.table.shared.is_some() {
        return;
    }
    for index in &item.indexes {
        index_is_named(&index.name, index.span, diag);
    }
}

/// The same for one name.
pub(super) fn index_is_named(name: &str, span: Span, diag: &mut Diagnostics) {
    let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || "_.-".contains(letter);
    if let Some(letter) = name.chars().find(|letter| !is_allowed(*letter)) {
        let message = format!(
            "`{letter}` cannot stand in an index name; write letters, digits, `_`, `.` and `-`"
        );
        diag.error(span, message);
    } else if !(3..=255).contains(&name.len()) {
        let message = format!(
            "an index name has 3 to 255 characters, this one {}; write a {} one",
            name.len(),
            if name.len() < 3 { "longer" } else { "shorter" },
        );
        diag.error(span, message);
    }
}
