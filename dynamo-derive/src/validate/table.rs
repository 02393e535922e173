//! Rules about shared tables.

use proc_macro2::Span;

use super::names::{KEY_NAME, NAME, attribute_is_named, index_is_named, names_differ};
use super::quota::{self, KEY_ATTRIBUTES};
use crate::diag::Diagnostics;
use crate::model::{IndexDeclaration, IndexKind, KeyDeclaration, KeyType, Projection, SharedTable};

/// The most elements of a vector that DynamoDB indexes.
const MOST_DIMENSIONS: u32 = 4096;

/// Every key attribute the table names: its own, then those of its indexes.
fn keys(table: &SharedTable) -> impl Iterator<Item = &KeyDeclaration> {
    own_keys(table).chain(table.indexes.iter().flat_map(index_keys))
}

fn own_keys(table: &SharedTable) -> impl Iterator<Item = &KeyDeclaration> {
    [Some(&table.pk), table.sk.as_ref()].into_iter().flatten()
}

fn index_keys(index: &IndexDeclaration) -> impl Iterator<Item = &KeyDeclaration> {
    index.pk.iter().chain(&index.sk)
}

fn named(key: &KeyDeclaration) -> (&str, Span) {
    (&key.name, key.span)
}

/// An attribute name has a length DynamoDB accepts.
pub(super) fn attributes_are_named(table: &SharedTable, diag: &mut Diagnostics) {
    for (name, span) in [&table.type_attr, &table.ttl].into_iter().flatten() {
        attribute_is_named(name, *span, NAME, diag);
    }
    for key in keys(table) {
        attribute_is_named(&key.name, key.span, KEY_NAME, diag);
    }
    for index in &table.indexes {
        if let Projection::Include(names) = &index.projection {
            for (name, span) in names {
                attribute_is_named(name, *span, KEY_NAME, diag);
            }
        }
    }
}

/// The entity name is not a key of the table, nor the time after which an item expires.
pub(super) fn the_entity_name_has_an_attribute_of_its_own(
    table: &SharedTable,
    diag: &mut Diagnostics,
) {
    let Some((name, span)) = &table.type_attr else {
        return;
    };
    let what = if table.pk.name == *name {
        "partition key"
    } else if table.sk.as_ref().is_some_and(|sk| sk.name == *name) {
        "sort key"
    } else if table.ttl.as_ref().is_some_and(|(ttl, _)| ttl == name) {
        "TTL attribute"
    } else {
        return;
    };
    let message = format!("`{name}` is the table's {what} already; write another `type_attr`");
    diag.error(*span, message);
}

/// DynamoDB expires items by a number.
pub(super) fn items_expire_by_a_number(table: &SharedTable, diag: &mut Diagnostics) {
    let Some((name, span)) = &table.ttl else {
        return;
    };
    if let Some(key) = keys(table).find(|key| key.name == *name && key.kind != KeyType::Number) {
        let message = format!(
            "items expire by a number, and `{name}` is declared as {}; write another `ttl`",
            key.kind.words(),
        );
        diag.error(*span, message);
    }
}

/// Within one key no attribute stands twice.
pub(super) fn keys_have_different_attributes(table: &SharedTable, diag: &mut Diagnostics) {
    names_differ(own_keys(table).map(named), diag);
    for index in &table.indexes {
        names_differ(index_keys(index).map(named), diag);
    }
}

/// An attribute that is a key of several indexes has one type.
pub(super) fn an_attribute_has_one_type(table: &SharedTable, diag: &mut Diagnostics) {
    let keys: Vec<_> = keys(table).collect();
    for (at, key) in keys.iter().enumerate() {
        let first = keys[..at].iter().find(|other| other.name == key.name);
        if let Some(first) = first.filter(|first| first.kind != key.kind) {
            let message = format!(
                "`{}` is declared as {} already, here as {}; write one type everywhere",
                key.name,
                first.kind.words(),
                key.kind.words(),
            );
            diag.error(key.span, message);
        }
    }
    let is_entity = |key: &&&KeyDeclaration| {
        let type_attr = table.type_attr.as_ref();
        type_attr.is_some_and(|(name, _)| *name == key.name)
    };
    for key in keys.iter().filter(is_entity) {
        if key.kind != KeyType::Text {
            let message = format!(
                "`{}` stores the entity name, which is text; write `\"S\"`, or nothing, as its type",
                key.name,
            );
            diag.error(key.span, message);
        }
    }
}

/// An index has a name DynamoDB accepts, and no other has it.
pub(super) fn indexes_are_named_once(table: &SharedTable, diag: &mut Diagnostics) {
    for (at, index) in table.indexes.iter().enumerate() {
        index_is_named(&index.name, index.span, diag);
        if table.indexes[..at]
            .iter()
            .any(|other| other.name == index.name)
        {
            let message = format!(
                "`{}` is declared already; a table declares an index once, and each item in it \
                 says what its keys are built from",
                index.name,
            );
            diag.error(index.span, message);
        }
    }
}

/// A key of an index is one attribute, or a list of up to four; of a local index one.
pub(super) fn keys_have_up_to_four_attributes(table: &SharedTable, diag: &mut Diagnostics) {
    for index in &table.indexes {
        let most = match index.kind {
            IndexKind::Global => KEY_ATTRIBUTES,
            IndexKind::Local | IndexKind::Vector => 1,
        };
        for (word, keys) in [("partition", &index.pk), ("sort", &index.sk)] {
            if let Some(extra) = keys.get(most) {
                let message = match index.kind {
                    IndexKind::Global => format!(
                        "the {word} key of `{}` has {} attributes; write {most} at most",
                        index.name,
                        keys.len(),
                    ),
                    IndexKind::Local => format!(
                        "`{}` is a local index, which sorts by one attribute; remove `{}`, or make \
                         it a `#[gsi]`",
                        index.name, extra.name,
                    ),
                    IndexKind::Vector => format!(
                        "`{}` is a vector index, which is partitioned by one attribute; remove `{}`, \
                         or write it in `filter`",
                        index.name, extra.name,
                    ),
                };
                diag.error(extra.span, message);
            }
        }
    }
}

/// A local index orders the items of a partition in another way, so there must be an order.
pub(super) fn local_indexes_sort_within_the_table(table: &SharedTable, diag: &mut Diagnostics) {
    let Some(sk) = &table.sk else {
        for index in of_kind(table, IndexKind::Local) {
            let message = format!(
                "`{}` is a local index and the table has no sort key; add `sk = \"...\"` to \
                 `#[table]`, or make it a `#[gsi]`",
                index.name,
            );
            diag.error(index.span, message);
        }
        return;
    };
    for index in of_kind(table, IndexKind::Local) {
        if let Some(same) = index.sk.iter().find(|key| key.name == sk.name) {
            let message = format!(
                "`{}` sorts by `{}` as the table does; write another attribute, or remove the index",
                index.name, sk.name,
            );
            diag.error(same.span, message);
        }
    }
}

/// A vector has as many elements as DynamoDB indexes.
pub(super) fn vectors_have_dimensions(table: &SharedTable, diag: &mut Diagnostics) {
    for vector in table
        .indexes
        .iter()
        .filter_map(|index| index.vector.as_ref())
    {
        if !(1..=MOST_DIMENSIONS).contains(&vector.dimensions) {
            let message = format!(
                "a vector has 1 to {MOST_DIMENSIONS} dimensions; {} is out of range",
                vector.dimensions,
            );
            diag.error(vector.dimensions_span, message);
        }
    }
}

/// A vector is no key, and what searches are filtered by is listed once.
pub(super) fn vectors_are_searched_by_other_attributes(
    table: &SharedTable,
    diag: &mut Diagnostics,
) {
    for index in of_kind(table, IndexKind::Vector) {
        let Some(vector) = &index.vector else {
            continue;
        };
        for (at, filter) in vector.filters.iter().enumerate() {
            let mut before = index.pk.iter().chain(&vector.filters[..at]);
            let reason = if filter.name == vector.attribute {
                "holds the vector"
            } else if before.any(|other| other.name == filter.name) {
                "is named already"
            } else {
                continue;
            };
            let message = format!("`{}` {reason}; remove it from `filter`", filter.name);
            diag.error(filter.span, message);
        }
    }
}

fn of_kind(table: &SharedTable, kind: IndexKind) -> impl Iterator<Item = &IndexDeclaration> {
    table.indexes.iter().filter(move |index| index.kind == kind)
}

/// DynamoDB's quotas on the number of indexes of a table.
pub(super) fn there_are_not_too_many(table: &SharedTable, diag: &mut Diagnostics) {
    let indexes = table.indexes.iter();
    quota::on_indexes(
        indexes.map(|index| (index.kind, &*index.name, index.span)),
        diag,
    );
}

/// DynamoDB's quota on projected attributes, none of them twice, and none that is there anyway.
pub(super) fn projections_stay_within_the_limit(table: &SharedTable, diag: &mut Diagnostics) {
    quota::on_projections(table.indexes.iter().map(|index| &index.projection), diag);
    for index in &table.indexes {
        let Projection::Include(names) = &index.projection else {
            continue;
        };
        for (name, span) in names {
            let own = [Some(&table.pk), table.sk.as_ref()].into_iter().flatten();
            if own.chain(index_keys(index)).any(|key| key.name == *name) {
                let message =
                    format!("every index holds its keys and those of the table; remove `{name}`");
                diag.error(*span, message);
            }
        }
    }
}
