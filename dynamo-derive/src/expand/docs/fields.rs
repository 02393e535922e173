//! The docs of constants and fields.

use syn::Ident;

use super::{article, named, push, sentence};
use crate::expand::fields::ranged;
use crate::expand::index_keys::fixed_fields;
use crate::expand::{queries, roles, updates};
use crate::model::{Field, Index, Item, KeyAttribute, KeySource, Projection, Role, Storage, plain};

/// `Order::STATUS`.
pub(in crate::expand) fn field_constant(item: &Item, number: usize, field: &Field) -> String {
    let name = plain(&field.ident);
    let owner = plain(&item.ident);
    let is_ranged = is_ranged(item, number);
    let mut text = match field.storage {
        Storage::Nested { .. } => {
            let uses = if is_ranged { ", for ranges" } else { "" };
            format!(
                " The component `{}` in the keys of `{owner}`{uses}. In filters and conditions, use the \
                 path of the attribute, with `dot`.",
                field.title(),
            )
        }
        Storage::KeyOnly => {
            let uses = if is_ranged { ", for ranges" } else { "" };
            format!(" The field `{name}` of `{owner}`, which is stored only inside a key{uses}.")
        }
        _ => {
            let uses = [
                (is_ranged, "ranges"),
                (true, "filters"),
                (true, "conditions"),
                (updates::can_be_set(item, number), "updates"),
            ];
            let uses = uses.into_iter().filter(|(is_possible, _)| *is_possible);
            let uses = sentence(uses.map(|(_, word)| word.to_owned()));
            format!(
                " The attribute `{}` of `{owner}`, for {uses}.",
                field.attribute
            )
        }
    };
    let notes = [
        field.docs.clone(),
        feeding(item, number),
        index_key(item, number),
        task(item, field),
        unique(field),
        counter(field),
    ];
    for note in notes.into_iter().flatten() {
        push(&mut text, format_args!("\n\n{note}"));
    }
    text
}

/// Whether a query can be narrowed by the field.
fn is_ranged(item: &Item, number: usize) -> bool {
    let queries = queries::all(item);
    let mut queries = queries.iter().filter(|query| query.vector().is_none());
    queries.any(|query| ranged(item, query).contains(&number))
}

/// How an update of the field affects keys.
fn feeding(item: &Item, number: usize) -> Option<String> {
    if fixed_fields(item).contains(&number) {
        return Some("Part of the primary key, which never changes.".to_owned());
    }
    if item.fields[number].storage == Storage::KeyOnly {
        return Some("Part of an index key. Change it with `modify`.".to_owned());
    }
    if !updates::can_be_set(item, number) {
        return None;
    }
    let keys = updates::keys(item);
    let fed: Vec<_> = keys
        .iter()
        .filter(|key| key.fields.contains(&number))
        .collect();
    let keys = if fed.len() > 1 { "keys" } else { "key" };
    let attributes = sentence(fed.iter().map(|key| format!("`{}`", key.attribute)));
    let mut others: Vec<usize> = fed
        .iter()
        .flat_map(|key| key.fields.iter().copied())
        .collect();
    others.sort_unstable();
    others.dedup();
    others.retain(|other| *other != number);
    match (fed.is_empty(), others.is_empty()) {
        (true, _) => None,
        (false, true) => Some(format!(
            "An update that sets it rewrites the index {keys} {attributes}."
        )),
        (false, false) => {
            let others = sentence(others.into_iter().map(|other| named(item, other)));
            Some(format!(
                "Part of the index {keys} {attributes}. An update must set it together with {others}."
            ))
        }
    }
}

/// The indexes whose key the field is as it is stored.
fn index_key(item: &Item, number: usize) -> Option<String> {
    let is_it =
        |key: &KeyAttribute| matches!(key.source, KeySource::Field(field) if field == number);
    let indexes = item.indexes.iter().filter(|index| {
        let mut queries = index.queries.iter();
        queries.any(|query| query.pk.iter().chain(&query.sk).any(is_it))
    });
    let names: Vec<_> = indexes.map(|index| format!("`{}`", index.name)).collect();
    let (indexes, them) = match names.len() {
        0 => return None,
        1 => ("index", "it"),
        _ => ("indexes", "them"),
    };
    let names = sentence(names.into_iter());
    let text = if fixed_fields(item).contains(&number) {
        format!("Also a key of the {indexes} {names}.")
    } else if updates::can_be_set(item, number) {
        format!("Key of the {indexes} {names}; an update moves the item in {them}.")
    } else {
        format!("Key of the {indexes} {names}.")
    };
    Some(text)
}

/// The task that the runtime does with the field.
fn task(item: &Item, field: &Field) -> Option<String> {
    let text = match &field.role {
        Some(Role::Version) => {
            "The version, for optimistic locking: each write adds one to it, and a put fails if someone \
             else wrote the item since you read it."
        }
        Some(Role::CreatedAt) => "The time of the first write, which fills it in if it is unset.",
        Some(Role::UpdatedAt) => "The time of the last write, which fills it in.",
        Some(Role::SoftDelete) => {
            "When the item was deleted: `soft_delete()` sets it, `restore()` removes it, and in between \
             the item counts as absent."
        }
        Some(Role::Ttl(_)) => return Some(expiry(field.role.as_ref())),
        None if roles::expires(item, field) => return Some(expiry(field.role.as_ref())),
        None => return None,
    };
    Some(text.to_owned())
}

fn expiry(role: Option<&Role>) -> String {
    let mut text =
        "When the item expires: it counts as absent from then on, and DynamoDB removes it \
                    within days."
            .to_owned();
    if let Some(Role::Ttl(Some(seconds))) = role {
        let after = duration(*seconds);
        push(
            &mut text,
            format_args!(" The first write sets it to {after} later if it is unset."),
        );
    }
    text
}

/// `90 days`, in the largest unit that divides it.
fn duration(seconds: u64) -> String {
    let units = [(86_400, "day"), (3_600, "hour"), (60, "minute")];
    let unit = units
        .into_iter()
        .find(|(unit, _)| seconds.is_multiple_of(*unit));
    let (unit, word) = unit.unwrap_or((1, "second"));
    match seconds / unit {
        1 => format!("1 {word}"),
        count => format!("{count} {word}s"),
    }
}

fn unique(field: &Field) -> Option<String> {
    field.unique?;
    Some("Unique: no two items have the same value. Change it with `modify`.".to_owned())
}

fn counter(field: &Field) -> Option<String> {
    field.counter?;
    let text =
        "A counter: the writes of the items that it counts keep it, and nothing else changes it.";
    Some(text.to_owned())
}

/// `Metadata::LEVEL`.
pub(in crate::expand) fn nested_constant(owner: &Ident, field: &Field) -> String {
    let mut text = format!(
        " The entry `{}` of a stored `{}`, for paths into it.",
        field.attribute,
        plain(owner)
    );
    if let Some(docs) = &field.docs {
        push(&mut text, format_args!("\n\n{docs}"));
    }
    text
}

/// The struct of the fields that an index projects.
pub(in crate::expand) fn projected_struct(item: &Item, index: &Index) -> String {
    let name = plain(&item.ident);
    let what = match &index.projection {
        Projection::Include(_) => "the keys and the included attributes",
        _ => "the keys",
    };
    format!(
        " The part of {} `{name}` that the index `{}` holds: {what}.\n\n Implements `Debug`, `Clone` \
         and `PartialEq` if its fields do (not listed below).",
        article(&name),
        index.name
    )
}

/// The key of the item an index leads to.
pub(in crate::expand) fn projected_key(item: &Item) -> String {
    let name = plain(&item.ident);
    format!(" Returns the primary key of the `{name}`, to read the whole item.")
}

pub(in crate::expand) fn projected_field(field: &Field) -> String {
    match &field.docs {
        Some(docs) => docs.clone(),
        None => format!(" The field `{}`.", plain(&field.ident)),
    }
}
