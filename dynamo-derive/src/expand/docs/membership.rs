//! Which items are in an index, if not all are.

use super::types::inside_option;
use super::{named, sentence, when_source};
use crate::expand::keys::components;
use crate::expand::queries::Generated;
use crate::expand::roles::is_filled;
use crate::model::Item;

/// The sentences about a query that does not find every item.
pub(super) fn membership(item: &Item, query: &Generated<'_>) -> Option<String> {
    let mut notes = Vec::new();
    if let Some(only) = only(item, query) {
        notes.push(format!("Only items {only} are in the index."));
    }
    if is_alternative(query) {
        notes.push(
            "An item to which an earlier alternative of the index applies is there under that key \
             instead."
                .to_owned(),
        );
    }
    (!notes.is_empty()).then(|| notes.join(" "))
}

/// The same in a cell of a table.
pub(super) fn which(item: &Item, query: &Generated<'_>) -> String {
    let only = only(item, query);
    let mut which = only.map_or_else(|| "all".to_owned(), |only| format!("those {only}"));
    if is_alternative(query) {
        which.push_str(", unless an earlier alternative applies");
    }
    which
}

/// A reason why an item is in an index: it has a field, or a condition holds.
fn only(item: &Item, query: &Generated<'_>) -> Option<String> {
    let fields = sentence(optional(item, query).into_iter());
    let when = query.index.and_then(|(_, found)| found.when.as_ref());
    match (fields.is_empty(), when.map(when_source)) {
        (true, None) => None,
        (true, Some(when)) => Some(format!("with `{when}`")),
        (false, None) => Some(format!("with {fields}")),
        (false, Some(when)) => Some(format!("with {fields} and `{when}`")),
    }
}

/// Whether another query of the same index is declared before this one.
fn is_alternative(query: &Generated<'_>) -> bool {
    query.index.is_some_and(|(index, found)| {
        let first = index.queries.first();
        first.is_some_and(|first| !std::ptr::eq(first, found))
    })
}

/// The fields that an item may lack, and without which it is not in the index.
fn optional(item: &Item, query: &Generated<'_>) -> Vec<String> {
    let keys = query.pk.iter().chain(&query.sk);
    let keys = keys.flat_map(|key| components(item, key));
    let keys = keys.map(|(field, _)| field);
    let vector = query.vector().map(|vector| vector.field);
    let mut names = Vec::new();
    for field in keys.chain(vector) {
        let name = named(item, field);
        if may_be_absent(item, field) && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Whether an item may lack a field. A nested one is not seen here, so it may.
fn may_be_absent(item: &Item, number: usize) -> bool {
    let field = &item.fields[number];
    field.is_nested() || (inside_option(&field.ty).is_some() && !is_filled(field))
}
