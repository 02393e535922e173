//! Rules about the names of attributes and indexes.

use proc_macro2::Span;

use super::{is_broken, names_its_keys, queries};
use crate::diag::Diagnostics;
use crate::model::{Item, KeyAttribute, KeySource, Projection, Storage, Table, plain};

/// DynamoDB's limit on the names of keys and of what an index projects.
const KEY_NAME: usize = 255;
/// DynamoDB's limit on every other attribute name.
const NAME: usize = 64 * 1024;

/// An attribute name has a length DynamoDB accepts.
pub(super) fn attributes_are_named(item: &Item, diag: &mut Diagnostics) {
    let mut check = |name: &str, span: Span, most: usize| {
        if name.is_empty() {
            diag.error(span, "an attribute cannot have an empty name; write one");
        } else if name.len() > most {
            let message = format!(
                "this attribute name has {} bytes; write one of {most} at most",
                name.len(),
            );
            diag.error(span, message);
        }
    };
    for field in item
        .fields
        .iter()
        .filter(|field| field.storage == Storage::Attribute)
    {
        check(&field.attribute, field.attribute_span, NAME);
    }
    if let Table::Inline(table) = &item.table {
        for (name, span) in [&table.type_attr, &table.ttl].into_iter().flatten() {
            check(name, *span, NAME);
        }
        for key in keys(item) {
            check(&key.name, key.span, KEY_NAME);
        }
    }
    for index in &item.indexes {
        if let Projection::Include(names) = &index.projection {
            for (name, span) in names.iter().filter(|(name, _)| name.len() > KEY_NAME) {
                check(name, *span, KEY_NAME);
            }
        }
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
    !is_broken(key) && !key.name.is_empty()
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
    let Table::Inline(table) = &item.table else {
        return;
    };
    for (key, word) in [(Some(&item.pk), "partition"), (item.sk.as_ref(), "sort")] {
        if let Some(key) = key.filter(|key| is_built(key)) {
            // Against a field this was reported where the key was lowered.
            taken.push((&key.name, format!("the table's {word} key")));
        }
    }
    if let Some((name, span)) = &table.type_attr {
        claim(&mut taken, (name, *span), "the entity name".into(), diag);
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
    if !names_its_keys(item) {
        return;
    }
    let primary: Vec<_> = [Some(&item.pk), item.sk.as_ref()]
        .into_iter()
        .flatten()
        .collect();
    let secondary = queries(item).map(|(_, query)| query.pk.iter().chain(&query.sk).collect());
    for keys in std::iter::once(primary).chain(secondary) {
        let keys: Vec<&KeyAttribute> = keys.into_iter().filter(|key| is_known(key)).collect();
        for (at, key) in keys.iter().enumerate() {
            if keys[..at].iter().any(|other| other.name == key.name) {
                let message = format!(
                    "`{}` is in this key already; write another attribute, or remove it",
                    key.name,
                );
                diag.error(key.span, message);
            }
        }
    }
}

/// An index has a name DynamoDB accepts.
pub(super) fn indexes_are_named(item: &Item, diag: &mut Diagnostics) {
    for index in &item.indexes {
        let is_allowed = |letter: char| letter.is_ascii_alphanumeric() || "_.-".contains(letter);
        if let Some(letter) = index.name.chars().find(|letter| !is_allowed(*letter)) {
            let message = format!(
                "`{letter}` cannot stand in an index name; write letters, digits, `_`, `.` and `-`"
            );
            diag.error(index.span, message);
        } else if !(3..=255).contains(&index.name.len()) {
            let message = format!(
                "an index name has 3 to 255 characters, this one {}; write a {} one",
                index.name.len(),
                if index.name.len() < 3 {
                    "longer"
                } else {
                    "shorter"
                },
            );
            diag.error(index.span, message);
        }
    }
}
