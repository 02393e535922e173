//! The rules that the members of a collection satisfy together.

use super::items::{index_holds_type, keys_overlap, overlap, same_entity};
use super::message::Message;
use crate::__private::STUB_QUERY;
use crate::key::{Part, same_text};
use crate::schema::{ItemSchema, KeySpec, QuerySchema, TableSchema};

/// Item types that are read together.
#[derive(Debug, Clone, Copy)]
pub struct CollectionSchema {
    /// The enum's name.
    pub name: &'static str,
    /// The table they live in.
    pub table: TableSchema,
    /// The index they are read through, if one is named.
    pub index: Option<&'static str>,
    /// The members, in the enum's order.
    pub members: &'static [Member],
    /// The first paragraph of its docs; empty if it has none.
    pub docs: &'static str,
}

/// An item type that is read together with others.
#[derive(Debug, Clone, Copy)]
pub struct Member {
    /// The item type.
    pub item: ItemSchema,
    /// The query it is read with.
    pub query: QuerySchema,
}

impl Member {
    /// An item type that is read with its query of this number.
    #[must_use]
    pub const fn new(item: ItemSchema, query: usize) -> Self {
        let query = if item.queries.is_empty() {
            // The item's own mistake is already reported.
            STUB_QUERY
        } else {
            item.queries[query]
        };
        Self { item, query }
    }
}

/// Checks that the members of a collection can be read together, at compile time.
///
/// # Panics
///
/// Panics if they cannot, with a sentence that names them.
#[track_caller]
pub const fn check_collection(collection: &CollectionSchema) {
    let members = collection.members;
    let mut at = 0;
    while at < members.len() {
        let mut other = 0;
        while other < at {
            if let Some(broken) = pair(&collection.table, &members[other], &members[at]) {
                let message = Message::new()
                    .name(collection.name)
                    .text(" cannot be read: ");
                panic!("{}", message.text(broken.as_str()).as_str());
            }
            other += 1;
        }
        at += 1;
    }
}

const fn pair(table: &TableSchema, one: &Member, other: &Member) -> Option<Message> {
    if one.item.queries.is_empty() || other.item.queries.is_empty() {
        // The item's own mistake is already reported.
        return None;
    }
    let names = Message::new()
        .name(one.item.name)
        .text(" and ")
        .name(other.item.name);
    if !same_index(&one.query, &other.query) {
        let message = names.text(" are read through different indexes, ");
        let message = index_of(message, &one.query).text(" and ");
        let message = index_of(message, &other.query);
        return Some(message.text("; read both through one, by `index` or by `query`"));
    }
    if !alike(one.query.pk, other.query.pk) {
        let message = match one.query.index {
            Some(index) => names
                .text(" are in different partitions of index ")
                .name(index),
            None => names.text(" are in different partitions"),
        };
        let message = message.text(", ");
        let message = written(message, one.query.pk).text(" and ");
        let message = written(message, other.query.pk);
        return Some(message.text("; build the keys alike, the names of the fields may differ"));
    }
    if let Some(message) = same_entity(&one.item, &other.item) {
        return Some(message);
    }
    let is_told_by_attribute = holds_type(table, one.query.index);
    if table.types.share_keys() {
        if !is_told_by_attribute && overlap(one.item.primary(), other.item.primary()) {
            let message = names.text(" may share keys, and ");
            let message = index_of(message, &one.query);
            return Some(message.text(
                " does not hold the type attribute that tells them apart; add it to the `projection`",
            ));
        }
    } else if let Some(message) = keys_overlap(&one.item, &other.item) {
        return Some(message);
    }
    if is_told_by_attribute {
        return None;
    }
    match hides(&one.item, &other.item) {
        Some(message) => Some(message),
        None => hides(&other.item, &one.item),
    }
}

/// Without the entity name a filter cannot know which type's attribute marks an item as deleted.
const fn hides(one: &ItemSchema, other: &ItemSchema) -> Option<Message> {
    let Some(mark) = one.roles.soft_delete else {
        return None;
    };
    if let Some(same) = other.roles.soft_delete
        && same_text(same, mark)
    {
        return None;
    }
    let mut at = 0;
    while at < other.fields.len() {
        if let Some(name) = other.fields[at].attribute
            && same_text(name, mark)
        {
            let message = Message::new().text("attribute ").name(mark);
            let message = message.text(" marks a deleted ").name(one.name);
            let message = message.text(" and is another field of ").name(other.name);
            return Some(message.text(", which would be left out; `rename` one of them"));
        }
        at += 1;
    }
    None
}

/// Whether the table or the index holds the entity name.
const fn holds_type(table: &TableSchema, index: Option<&str>) -> bool {
    let Some(index) = index else {
        return table.type_attr.is_some();
    };
    let mut at = 0;
    while at < table.indexes.len() {
        if same_text(table.indexes[at].name, index) {
            return index_holds_type(table, &table.indexes[at]);
        }
        at += 1;
    }
    false
}

const fn index_of(message: Message, query: &QuerySchema) -> Message {
    match query.index {
        Some(index) => message.name(index),
        None => message.text("the table itself"),
    }
}

const fn same_index(one: &QuerySchema, other: &QuerySchema) -> bool {
    match (one.index, other.index) {
        (None, None) => true,
        (Some(one), Some(other)) => same_text(one, other),
        _ => false,
    }
}

/// Whether keys are built alike, whatever their fields are called.
pub(crate) const fn alike(one: &[KeySpec], other: &[KeySpec]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if !one[at].template.is_like(&other[at].template) {
            return false;
        }
        at += 1;
    }
    true
}

/// Whether the partition keys fix the same components of sort keys that are built alike.
const fn fixes_alike(one: &QuerySchema, other: &QuerySchema) -> bool {
    let mut spec = 0;
    while spec < one.sk.len() {
        let (parts, others) = (one.sk[spec].template.parts, other.sk[spec].template.parts);
        let mut at = 0;
        while at < parts.len() {
            if let (
                Part::Component { field, format, .. },
                Part::Component {
                    field: same_field,
                    format: same_format,
                    ..
                },
            ) = (parts[at], others[at])
                && one.fixed_by(field, format) != other.fixed_by(same_field, same_format)
            {
                return false;
            }
            at += 1;
        }
        spec += 1;
    }
    true
}

const fn written(mut message: Message, specs: &[KeySpec]) -> Message {
    let mut at = 0;
    while at < specs.len() {
        if at > 0 {
            message = message.text(", ");
        }
        message = message.template(&specs[at].template);
        at += 1;
    }
    message
}

impl CollectionSchema {
    /// Whether the sort keys of all members are built alike, so that a range means the same in all.
    #[must_use]
    pub const fn sorts_alike(&self) -> bool {
        let mut at = 1;
        while at < self.members.len() {
            let (first, other) = (&self.members[0].query, &self.members[at].query);
            if !alike(first.sk, other.sk) || !fixes_alike(first, other) {
                return false;
            }
            at += 1;
        }
        true
    }
}
