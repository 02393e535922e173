//! Rules of counters, and of items that are counted.

use super::fields::word;
use crate::diag::Diagnostics;
use crate::model::{Codec, CountPart, Item, KeyAttribute, KeySource, Role, plain};

/// A counter is a number of its own, which the writes of other items add to.
pub(super) fn counters_are_plain_numbers(item: &Item, diag: &mut Diagnostics) {
    for (number, field) in item.own_fields() {
        let Some(span) = field.counter else { continue };
        let mut beside = |word: &str| {
            let message = format!("`counter` means nothing beside `{word}`; remove one of them");
            diag.error(span, message);
        };
        if let Some(role) = &field.role {
            beside(word(role));
        }
        if field.unique.is_some() {
            beside("unique");
        }
        match field.codec {
            Codec::With(_) => beside("with"),
            Codec::Serde => beside("serde"),
            Codec::Own | Codec::Time { .. } => {}
        }
        let name = plain(&field.ident);
        if is_in_primary_key(item, number) {
            let message = format!(
                "`{name}` is in the primary key, which never changes; remove this `counter`"
            );
            diag.error(span, message);
        } else if feeds_an_index(item, number) {
            let message = format!(
                "`{name}` is in a template or a condition of an index, and counting cannot rewrite the \
                 index's keys; sort the index by the field itself, or remove this `counter`"
            );
            diag.error(span, message);
        }
    }
}

fn is_in_primary_key(item: &Item, number: usize) -> bool {
    let mut keys = [&item.pk].into_iter().chain(&item.sk);
    keys.any(|key| {
        is_built_from(key, number)
            || matches!(key.source, KeySource::Field(field) if field == number)
    })
}

/// Whether an index has a built key, or a condition, that depends on a field.
fn feeds_an_index(item: &Item, number: usize) -> bool {
    let mut queries = item.indexes.iter().flat_map(|index| &index.queries);
    queries.any(|query| {
        let mut keys = query.pk.iter().chain(&query.sk);
        let mut whens = query.when.iter();
        keys.any(|key| is_built_from(key, number))
            || whens.any(|when| when.fields.contains(&number))
    })
}

fn is_built_from(key: &KeyAttribute, number: usize) -> bool {
    match &key.source {
        KeySource::Built(template) => template.components().any(|(field, _)| field == number),
        _ => false,
    }
}

/// A field that changes with every write would move the item from counter to counter.
pub(super) fn items_are_counted_by_what_stays(item: &Item, diag: &mut Diagnostics) {
    for count in &item.counts {
        for part in &count.key {
            let CountPart::Field(number, span) = part else {
                continue;
            };
            let field = &item.fields[*number];
            if let Some(role @ (Role::Version | Role::UpdatedAt)) = &field.role {
                let message = format!(
                    "`{}` changes with every write, so items cannot be counted by it; name another \
                     field than the `{}`",
                    plain(&field.ident),
                    word(role),
                );
                diag.error(*span, message);
            }
        }
    }
}
