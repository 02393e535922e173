//! The item types of a table, checked in one place.

use super::item_set::{ItemList, ItemSet};
use super::message::Message;
use crate::item::Table;
use crate::key::{KeyKind, Template, same_text};
use crate::schema::{IndexSchema, ItemSchema, Projection, QuerySchema, TableSchema};

/// Checks at compile time that the item types of one table fit together.
///
/// Each derive checks what it can see; this checks the rest. Name every item type of a table once;
/// if there are more than sixteen, use a tuple of tuples:
///
/// ```
/// # use dynamo_runtime::{Item, Table, check_items};
/// # #[derive(Table)]
/// # #[table(name = "shop", pk = "PK", sk = "SK", type_attr = "type")]
/// # struct Shop;
/// # #[derive(Item)]
/// # #[dynamo(table = Shop)]
/// # #[key(pk = "CUSTOMER#{id}", sk = literal("PROFILE"))]
/// # struct Customer { id: String }
/// # #[derive(Item)]
/// # #[dynamo(table = Shop)]
/// # #[key(pk = "CUSTOMER#{customer}", sk = "ORDER#{id}")]
/// # struct Order { customer: String, id: String }
/// const _: () = check_items::<(Customer, Order)>();
/// ```
///
/// - No key can belong to two types, so that neither overwrites the other; unless the table says
///   `types = "by_attribute"`, so that every operation checks the type of the stored item.
/// - In every index two types can be told apart: by the keys of the index, by the type attribute if
///   the index holds it, or by the keys of the table.
/// - Every type has its own entity name or, without entity names and with `unique` fields, its own
///   struct name.
/// - An attribute that several item types have is stored as one type in all of them.
/// - Every index has an item type in it, and some type stores each attribute it projects.
/// - Keys can stay within DynamoDB's limits.
///
/// [`broken_rules`] returns everything that is wrong at run time, for a test.
///
/// # Panics
///
/// Panics if a rule is broken, with a sentence that names the types; in a constant that is a
/// compile error.
#[track_caller]
pub const fn check_items<I: ItemSet>() {
    let rules = Rules {
        table: &I::Table::SCHEMA,
        items: I::ITEMS,
    };
    if let Some(broken) = rules.broken(0) {
        panic!("{}", broken.as_str());
    }
}

/// Returns every rule of [`check_items`] that item types break, one sentence each.
#[must_use]
pub fn broken_rules<I: ItemSet>() -> Vec<String> {
    let rules = Rules {
        table: &I::Table::SCHEMA,
        items: I::ITEMS,
    };
    let broken = |number| rules.broken(number);
    (0..)
        .map_while(broken)
        .map(|message| message.as_str().to_owned())
        .collect()
}

struct Rules<'a> {
    table: &'a TableSchema,
    items: ItemList,
}

/// Counts findings down to the wanted one.
pub(super) struct Wanted(usize);

impl Wanted {
    pub(super) const fn is_next(&mut self) -> bool {
        if self.0 == 0 {
            return true;
        }
        self.0 -= 1;
        false
    }
}

impl Rules<'_> {
    /// The broken rule with this number, counted from zero.
    const fn broken(&self, number: usize) -> Option<Message> {
        let mut wanted = Wanted(number);
        let mut at = 0;
        while at < self.items.len() {
            let item = self.items.get(at);
            if let Some(message) = limits(item, &mut wanted) {
                return Some(message);
            }
            let mut other = 0;
            while other < at {
                if let Some(message) = self.pair(self.items.get(other), item, &mut wanted) {
                    return Some(message);
                }
                other += 1;
            }
            at += 1;
        }
        super::indexes::unused(self.table, self.items, &mut wanted)
    }

    const fn pair(
        &self,
        one: &ItemSchema,
        other: &ItemSchema,
        wanted: &mut Wanted,
    ) -> Option<Message> {
        if one.queries.is_empty() || other.queries.is_empty() {
            // The item's own mistake is already reported.
            return None;
        }
        if is_same(one, other) {
            let message = Message::new().name(one.name);
            let message = message.text(" is listed twice; remove one of them");
            return if wanted.is_next() {
                Some(message)
            } else {
                None
            };
        }
        if !self.table.types.share_keys()
            && let Some(message) = keys_overlap(one, other)
            && wanted.is_next()
        {
            return Some(message);
        }
        if let Some(message) = same_entity(one, other)
            && wanted.is_next()
        {
            return Some(message);
        }
        if let Some(message) = same_claims(one, other)
            && wanted.is_next()
        {
            return Some(message);
        }
        let mut at = 0;
        while at < self.table.indexes.len() {
            if let Some(message) = self.mixed_in(&self.table.indexes[at], one, other)
                && wanted.is_next()
            {
                return Some(message);
            }
            at += 1;
        }
        attribute_of_two_types(one, other, wanted)
    }

    /// Two types that cannot be told apart in an index.
    const fn mixed_in(
        &self,
        index: &IndexSchema,
        one: &ItemSchema,
        other: &ItemSchema,
    ) -> Option<Message> {
        if index_holds_type(self.table, index) || !overlap(one.primary(), other.primary()) {
            return None;
        }
        let mut at = 1;
        while at < one.queries.len() {
            let mut other_at = 1;
            while other_at < other.queries.len() {
                let (query, other_query) = (&one.queries[at], &other.queries[other_at]);
                if is_in(query, index) && is_in(other_query, index) && overlap(query, other_query) {
                    let message = Message::new().name(one.name).text(" and ").name(other.name);
                    let message = message
                        .text(" are not told apart in index ")
                        .name(index.name);
                    return Some(
                        message.text(
                            ": its keys are built alike, and it does not hold the entity name; begin one of \
                             the keys with a text of its own, or project the type attribute",
                        ),
                    );
                }
                other_at += 1;
            }
            at += 1;
        }
        None
    }
}

/// Whether two schemas are of one type, as far as constants can tell: the same names and keys.
const fn is_same(one: &ItemSchema, other: &ItemSchema) -> bool {
    if !same_text(one.name, other.name)
        || one.fields.len() != other.fields.len()
        || one.queries.len() != other.queries.len()
        || !overlap(one.primary(), other.primary())
    {
        return false;
    }
    let mut at = 0;
    while at < one.fields.len() {
        if !same_text(one.fields[at].name, other.fields[at].name) {
            return false;
        }
        at += 1;
    }
    true
}

/// Whether an index holds the entity name.
pub(super) const fn index_holds_type(table: &TableSchema, index: &IndexSchema) -> bool {
    let Some(type_attr) = table.type_attr else {
        return false;
    };
    match index.projection {
        Projection::All => true,
        Projection::KeysOnly => false,
        Projection::Include(names) => {
            let mut at = 0;
            while at < names.len() {
                if same_text(names[at], type_attr) {
                    return true;
                }
                at += 1;
            }
            false
        }
    }
}

pub(super) const fn is_in(query: &QuerySchema, index: &IndexSchema) -> bool {
    match query.index {
        Some(name) => same_text(name, index.name),
        None => false,
    }
}

/// Whether items of two types could have the same keys.
pub(super) const fn overlap(one: &QuerySchema, other: &QuerySchema) -> bool {
    let mut at = 0;
    while at < one.pk.len() && at < other.pk.len() {
        if !one.pk[at].template.overlaps(&other.pk[at].template) {
            return false;
        }
        at += 1;
    }
    let mut at = 0;
    while at < one.sk.len() && at < other.sk.len() {
        if !one.sk[at].template.overlaps(&other.sk[at].template) {
            return false;
        }
        at += 1;
    }
    true
}

/// Two types whose items could have the same primary key.
pub(super) const fn keys_overlap(one: &ItemSchema, other: &ItemSchema) -> Option<Message> {
    let (keys, other_keys) = (one.primary(), other.primary());
    if !overlap(keys, other_keys) {
        return None;
    }
    let message = Message::new().name(one.name).text(" and ").name(other.name);
    let message = message.text(" can have the same key: ");
    let message = written(message, keys).text(" and ");
    let message = written(message, other_keys);
    Some(message.text(
        " are not told apart; begin one of the sort keys with a text of its own, or write \
         `types = \"by_attribute\"` in the table if they may share keys",
    ))
}

/// `` `CLIENT#{id}`, `ORDER#{id}` ``.
const fn written(message: Message, query: &QuerySchema) -> Message {
    let message = message.template(&query.pk[0].template);
    match query.sk {
        [spec] => message.text(", ").template(&spec.template),
        _ => message,
    }
}

/// Two types with the same entity name.
pub(super) const fn same_entity(one: &ItemSchema, other: &ItemSchema) -> Option<Message> {
    let (Some(entity), Some(same)) = (one.entity, other.entity) else {
        return None;
    };
    if !same_text(entity, same) {
        return None;
    }
    let message = Message::new().name(one.name).text(" and ").name(other.name);
    let message = message.text(" are both stored as entity ").name(entity);
    Some(message.text("; give one of them another `entity`"))
}

/// Two types whose claims on unique values could not be told apart: without an entity name, claims
/// use the struct's name.
const fn same_claims(one: &ItemSchema, other: &ItemSchema) -> Option<Message> {
    let none_is_unique = one.unique.is_empty() && other.unique.is_empty();
    if none_is_unique || one.entity.is_some() || !same_text(one.name, other.name) {
        return None;
    }
    let message = Message::new()
        .text("two item types are called ")
        .name(one.name);
    Some(message.text(
        ", and claims on unique values name the type; rename one of them, or give the table a \
         `type_attr` and each type an `entity`",
    ))
}

/// An attribute that two item types store as different types.
const fn attribute_of_two_types(
    one: &ItemSchema,
    other: &ItemSchema,
    wanted: &mut Wanted,
) -> Option<Message> {
    let mut at = 0;
    while at < one.fields.len() {
        let mut other_at = 0;
        while other_at < other.fields.len() {
            let (field, same) = (&one.fields[at], &other.fields[other_at]);
            if let (Some(name), Some(other_name)) = (field.attribute, same.attribute)
                && same_text(name, other_name)
                && let (Some(kind), Some(other_kind)) = (field.stored_as(), same.stored_as())
                && !same_text(kind, other_kind)
                && wanted.is_next()
            {
                let message = Message::new().text("attribute ").name(name).text(" is ");
                let message = message.text(kind).text(" in ").name(one.name);
                let message = message
                    .text(" and ")
                    .text(other_kind)
                    .text(" in ")
                    .name(other.name);
                return Some(message.text("; store it alike, or `rename` one of the fields"));
            }
            other_at += 1;
        }
        at += 1;
    }
    None
}

/// Keys that are too long even with the shortest components.
const fn limits(item: &ItemSchema, wanted: &mut Wanted) -> Option<Message> {
    let mut at = 0;
    while at < item.queries.len() {
        let query = &item.queries[at];
        let mut key = 0;
        while key < query.pk.len() + query.sk.len() {
            let (spec, limit) = if key < query.pk.len() {
                (&query.pk[key], crate::key::MAX_PARTITION_BYTES)
            } else {
                (&query.sk[key - query.pk.len()], crate::key::MAX_SORT_BYTES)
            };
            if shortest(&spec.template) > limit && wanted.is_next() {
                let message = Message::new().text("the shortest key of ").name(item.name);
                let message = message.text(" in ").name(spec.attribute);
                return Some(message.text(" is longer than DynamoDB allows; shorten its template"));
            }
            key += 1;
        }
        at += 1;
    }
    None
}

/// The length in bytes of the shortest key of a template.
const fn shortest(template: &Template) -> usize {
    if !template.kind().is(KeyKind::Text) {
        return 1;
    }
    let mut bytes = 0;
    let mut at = 0;
    while at < template.parts.len() {
        bytes += match template.parts[at] {
            crate::key::Part::Literal(text) => text.len(),
            crate::key::Part::Component {
                format: crate::key::Format::Padded(width),
                ..
            } => width as usize,
            crate::key::Part::Component { .. } => 1,
        };
        at += 1;
    }
    bytes
}
