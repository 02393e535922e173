//! The rules about a table's indexes and all its item types: each index has items, and some item
//! has each projected attribute.

use super::item_set::ItemList;
use super::items::{Wanted, is_in};
use super::message::Message;
use crate::key::same_text;
use crate::schema::{IndexKind, IndexSchema, ItemSchema, Projection, TableSchema};

/// An index without items, or one that projects an attribute that no item has.
pub(super) const fn unused(
    table: &TableSchema,
    items: ItemList,
    wanted: &mut Wanted,
) -> Option<Message> {
    // An item type with a mistake may be the missing one; its mistake is already reported.
    let mut at = 0;
    while at < items.len() {
        if items.get(at).queries.is_empty() {
            return None;
        }
        at += 1;
    }
    let mut at = 0;
    while at < table.indexes.len() {
        let index = &table.indexes[at];
        if !has_items(index, items) && wanted.is_next() {
            return Some(without_items(index));
        }
        if let Projection::Include(names) = index.projection {
            let mut name = 0;
            while name < names.len() {
                if !is_stored(names[name], table, items) && wanted.is_next() {
                    return Some(without_attribute(index, names[name]));
                }
                name += 1;
            }
        }
        at += 1;
    }
    None
}

const fn without_items(index: &IndexSchema) -> Message {
    let message = Message::new().text("no item type is in index ");
    let message = message.name(index.name).text("; write ");
    let message = match index.kind {
        IndexKind::Global => message.text("`#[gsi(name = \""),
        IndexKind::Local => message.text("`#[lsi(name = \""),
        IndexKind::Vector => message.text("`#[vector(name = \""),
    };
    let message = message.text(index.name).text("\", ...)]` on one");
    message.text(", or remove the index from the table")
}

const fn without_attribute(index: &IndexSchema, name: &str) -> Message {
    let message = Message::new().text("index ").name(index.name);
    let message = message.text(" projects ").name(name);
    message.text(
        ", which no item type stores; write the attribute of a field, or remove it from the \
         `projection`",
    )
}

/// Whether some item type says that it is in the index, or stores its keys as fields.
const fn has_items(index: &IndexSchema, items: ItemList) -> bool {
    let mut at = 0;
    while at < items.len() {
        let item = items.get(at);
        let mut query = 1;
        while query < item.queries.len() {
            if is_in(&item.queries[query], index) {
                return true;
            }
            query += 1;
        }
        if item.takes_rest || stores_keys(index, item) {
            return true;
        }
        at += 1;
    }
    false
}

const fn stores_keys(index: &IndexSchema, item: &ItemSchema) -> bool {
    let mut at = 0;
    while at < index.pk.len() {
        if !has_field(index.pk[at].name, item) {
            return false;
        }
        at += 1;
    }
    let mut at = 0;
    while at < index.sk.len() {
        if !has_field(index.sk[at].name, item) {
            return false;
        }
        at += 1;
    }
    true
}

/// Whether some item type stores an attribute, as a field or as a key.
const fn is_stored(name: &str, table: &TableSchema, items: ItemList) -> bool {
    if let Some(type_attr) = table.type_attr
        && same_text(type_attr, name)
    {
        return true;
    }
    let mut at = 0;
    while at < items.len() {
        let item = items.get(at);
        if item.takes_rest || has_field(name, item) || has_key(name, item) {
            return true;
        }
        at += 1;
    }
    false
}

const fn has_field(name: &str, item: &ItemSchema) -> bool {
    let mut at = 0;
    while at < item.fields.len() {
        if let Some(attribute) = item.fields[at].attribute
            && same_text(attribute, name)
        {
            return true;
        }
        at += 1;
    }
    false
}

const fn has_key(name: &str, item: &ItemSchema) -> bool {
    let mut at = 0;
    while at < item.queries.len() {
        let query = &item.queries[at];
        let mut key = 0;
        while key < query.pk.len() + query.sk.len() {
            let spec = if key < query.pk.len() {
                &query.pk[key]
            } else {
                &query.sk[key - query.pk.len()]
            };
            if same_text(spec.attribute, name) {
                return true;
            }
            key += 1;
        }
        at += 1;
    }
    false
}
