//! How the members of a collection are read.

use super::message::Message;
use crate::item::{Item, Table};
use crate::key::same_text;
use crate::op::Readable;
use crate::schema::{IndexKind, IndexSchema, ItemSchema, Projection, QuerySchema, TableSchema};

/// How to find the query of each member.
#[derive(Debug, Clone, Copy)]
pub enum Way {
    /// The keys of the table.
    Table,
    /// The only query on the index with this name.
    Index(&'static str),
    /// The query method with this name.
    Query(&'static str),
    /// The only search of the vector index with this name.
    Vector(&'static str),
}

/// Returns the number of the query that a collection reads a member with, at compile time.
///
/// # Panics
///
/// Panics if there is no such query, with a sentence that names the member and the collection.
#[must_use]
#[track_caller]
pub const fn query_of<M: Readable<Item: Item>>(collection: &str, way: Way) -> usize {
    let member = NamedMember {
        name: M::NAME,
        index: M::INDEX,
        item: &<M::Item as Item>::SCHEMA,
        table: &<<M::Item as Item>::Table as Table>::SCHEMA,
        collection,
    };
    let (number, broken) = member.query(way);
    if let Some(message) = broken {
        panic!("{}", message.as_str());
    }
    number
}

struct NamedMember<'a> {
    name: &'a str,
    /// The index that holds just this part of its items.
    index: Option<&'static str>,
    item: &'a ItemSchema,
    table: &'a TableSchema,
    collection: &'a str,
}

impl NamedMember<'_> {
    /// The number of the query, and its mistake, if any.
    const fn query(&self, way: Way) -> (usize, Option<Message>) {
        let queries = self.item.queries;
        if queries.is_empty() {
            // The item's own mistake is already reported.
            return (0, None);
        }
        let mut found = None;
        let mut at = 0;
        while at < queries.len() {
            if is_by(&queries[at], way) {
                if let Some(first) = found {
                    return (at, Some(self.is_read_twice(&queries[first], &queries[at])));
                }
                found = Some(at);
            }
            at += 1;
        }
        match found {
            None => (0, Some(self.is_not_read(way))),
            Some(number) => {
                let query = &queries[number];
                match self.is_of_another_kind(query, way) {
                    Some(message) => (number, Some(message)),
                    None => (number, self.does_not_hold(query)),
                }
            }
        }
    }

    /// A vector index is searched, and others are queried.
    const fn is_of_another_kind(&self, query: &QuerySchema, way: Way) -> Option<Message> {
        let Some(name) = query.index else {
            return None;
        };
        let is_vector = match self.declared(name) {
            Some(index) => matches!(index.kind, IndexKind::Vector),
            None => false,
        };
        let message = self.refused().text("index ").name(name);
        match (is_vector, matches!(way, Way::Vector(_))) {
            (true, false) => {
                let message = message.text(" is a vector index; write `vector = \"");
                Some(message.text(name).text("\"` in `#[collection]`"))
            }
            (false, true) => {
                let message = message.text(" is not a vector index; write `index = \"");
                Some(message.text(name).text("\"` in `#[collection]`"))
            }
            _ => None,
        }
    }

    const fn refused(&self) -> Message {
        let message = Message::new().name(self.name);
        message
            .text(" cannot be a member of ")
            .name(self.collection)
            .text(": ")
    }

    const fn is_read_twice(&self, one: &QuerySchema, other: &QuerySchema) -> Message {
        let message = self.refused().text("it has several queries on index ");
        let message = match one.index {
            Some(index) => message.name(index).text(", "),
            None => message,
        };
        let message = message.name(one.method).text(" and ").name(other.method);
        let message = message.text("; name the one to read by, as in `#[collection(query = \"");
        message.text(one.method).text("\")]`")
    }

    const fn is_not_read(&self, way: Way) -> Message {
        let message = self.refused();
        match way {
            Way::Table => message.text("it is not read by the keys of the table"),
            Way::Query(method) => {
                let message = message.text("it has no query ").name(method);
                let message = message.text("; write `query = \"").text(method);
                message.text("\"` on one of its indexes, or remove it here")
            }
            Way::Index(name) | Way::Vector(name) => {
                let Some(index) = self.declared(name) else {
                    let message = message.text("table ").name(self.table.name);
                    let message = message.text(" has no index ").name(name);
                    return message.text("; write the name of one it has");
                };
                let message = message.text("it is not in index ").name(name);
                let message = message.text("; write `#[").text(attribute(index));
                let message = message.text("(name = \"").text(name).text("\", ...)]` on ");
                message.name(self.item.name).text(", or remove it here")
            }
        }
    }

    /// A query returns whole items, or the struct of the part that its index holds.
    const fn does_not_hold(&self, query: &QuerySchema) -> Option<Message> {
        let Some(name) = query.index else {
            if query.sk.is_empty() {
                let message = self.refused().text("table ").name(self.table.name);
                return Some(message.text(
                    " has no sort key, so a partition holds one item; remove the collection, and \
                     read the item with `get`",
                ));
            }
            return self.is_only_a_part("the table");
        };
        let is_whole = match self.declared(name) {
            Some(index) => matches!(index.projection, Projection::All),
            None => true,
        };
        match self.index {
            _ if is_whole => self.is_only_a_part("the index"),
            Some(index) if same_text(index, name) => None,
            Some(index) => {
                let message = self.refused().text("it is what index ").name(index);
                Some(
                    message
                        .text(" holds of an item, and this is index ")
                        .name(name),
                )
            }
            None => {
                let message = self.refused().text("index ").name(name);
                let message = message.text(" holds only a part of each ").name(self.name);
                let message = message.text("; write the struct of that part, which `");
                let message = message.text(self.name).text("::").text(query.method);
                Some(message.text("` gives"))
            }
        }
    }

    const fn is_only_a_part(&self, place: &str) -> Option<Message> {
        let Some(index) = self.index else {
            return None;
        };
        let message = self.refused().text("it is what index ").name(index);
        let message = message.text(" holds of an item, and ").text(place);
        Some(
            message
                .text(" holds whole ones; write ")
                .name(self.item.name),
        )
    }

    const fn declared(&self, name: &str) -> Option<&IndexSchema> {
        let mut at = 0;
        while at < self.table.indexes.len() {
            if same_text(self.table.indexes[at].name, name) {
                return Some(&self.table.indexes[at]);
            }
            at += 1;
        }
        None
    }
}

const fn is_by(query: &QuerySchema, way: Way) -> bool {
    match (way, query.index) {
        (Way::Table, None) => true,
        (Way::Index(name) | Way::Vector(name), Some(index)) => same_text(name, index),
        (Way::Query(method), _) => same_text(method, query.method),
        (Way::Table, Some(_)) | (Way::Index(_) | Way::Vector(_), None) => false,
    }
}

const fn attribute(index: &IndexSchema) -> &'static str {
    match index.kind {
        IndexKind::Global => "gsi",
        IndexKind::Local => "lsi",
        IndexKind::Vector => "vector",
    }
}
