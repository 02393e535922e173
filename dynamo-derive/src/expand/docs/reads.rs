//! The docs of methods that scan or search an index, or look a unique value up.

use super::hidden::hidden_from_scan;
use super::{contents, hidden, membership, named, place, push, sentence, table};
use crate::expand::keys::arguments;
use crate::expand::queries::Generated;
use crate::model::{Distance, Field, Index, Item, VectorIndex, plain};

/// `Doc::similar`.
pub(in crate::expand) fn search_method(
    item: &Item,
    query: &Generated<'_>,
    vector: &VectorIndex,
) -> String {
    let partition = arguments(item, query.pk.iter().copied());
    let partition = sentence(partition.iter().map(|field| named(item, *field)));
    let within = if partition.is_empty() {
        String::new()
    } else {
        format!(", within one {partition}")
    };
    let by = match vector.distance {
        Distance::Cosine => "the cosine of the angle between them; a score of 0 is nearest",
        Distance::Euclidean => "their distance; a score of 0 is nearest",
        Distance::DotProduct => "their dot product; the greatest score is nearest",
    };
    let mut text = format!(
        " Finds the `{}` items whose {} is nearest to a vector{within}, best first.\n\n{} Compares \
         vectors by {by}.",
        plain(&item.ident),
        named(item, vector.field),
        place(item, query),
    );
    let filters = vector.filters.iter();
    let filters = sentence(filters.map(|(field, ..)| named(item, *field)));
    if !filters.is_empty() {
        push(&mut text, format_args!("\n\nCan be filtered by {filters}."));
    }
    if let Some(note) = membership(item, query) {
        push(&mut text, format_args!("\n\n{note}"));
    }
    push(&mut text, format_args!("\n\n{}", contents(item, query)));
    if let Some(note) = hidden(item, query) {
        push(&mut text, format_args!("\n\n{note}"));
    }
    text
}

/// `Order::all_open`.
pub(in crate::expand) fn scan_method(item: &Item, query: &Generated<'_>, index: &Index) -> String {
    let mut text = format!(
        " Scans the index `{}` for every `{}` in it.\n\nDynamoDB reads and bills the whole index; a \
         query reads one partition.",
        index.name,
        plain(&item.ident),
    );
    if let Some(note) = hidden_from_scan(item, query) {
        push(&mut text, format_args!("\n\n{note}"));
    }
    text
}

/// `User::by_email`.
pub(in crate::expand) fn lookup_method(item: &Item, field: &Field) -> String {
    format!(
        " Reads the `{}` with this `{}`, which is unique.\n\nReads the claim on the value and then the \
         item from {}, both consistently: two reads, or one if there is no such item. Returns `None` \
         if there is none, or if it is deleted.",
        plain(&item.ident),
        field.attribute,
        table(item),
    )
}
