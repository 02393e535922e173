//! The filter that leaves other item types of a table out of a read.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::expr::{AttrPath, Node};
use crate::item::ItemType;
use crate::op::read::query::{QueryType, Unknown};
use crate::op::visible::is_held;
use crate::op::write::unique;
use crate::schema::QuerySchema;

/// The filter by item type, and whether items must also be inspected.
pub(in crate::op) struct TypeFilter {
    pub(in crate::op) node: Option<Node>,
    /// Whether DynamoDB cannot tell the types apart, so that every item is inspected.
    pub(in crate::op) inspected: bool,
}

impl TypeFilter {
    /// The type filter of a query. An index may not hold the type attribute. It always holds the
    /// table's keys, and DynamoDB can also filter by those that are not keys of the index.
    pub(in crate::op) fn of(query: &QueryType, unknown: Unknown) -> Self {
        let Some(collection) = query.collection else {
            return Self::of_item(query.item, query.keys);
        };
        let table = &collection.table;
        let type_attr = table.type_attr.filter(|name| {
            unknown == Unknown::Skipped
                && is_held(table, query.keys, name)
                && !query.keys.has_key(name)
        });
        let node = type_attr.map(|name| {
            let entities = collection
                .members
                .iter()
                .filter_map(|member| member.item.entity);
            let entities = entities.map(|entity| AttributeValue::S(entity.to_owned()));
            Node::In(AttrPath::root(name), entities.collect())
        });
        Self {
            inspected: node.is_none(),
            node,
        }
    }

    fn of_item(of: &ItemType, query: &QuerySchema) -> Self {
        let table = of.table;
        let type_attr = table.type_attr.zip(of.schema.entity);
        if let Some((name, entity)) = type_attr
            && is_held(table, query, name)
        {
            // If the sort key begins with a literal, a table with one item type has no other items
            // there; a shared one may have longer keys that begin with it.
            let prefixed = query
                .sk
                .iter()
                .any(|spec| !spec.template.prefix().is_empty());
            let needed = !query.has_key(name) && (table.shared || !prefixed);
            let entity = AttributeValue::S(entity.to_owned());
            return Self {
                node: needed.then(|| Node::Compare(AttrPath::root(name), "=", entity)),
                inspected: false,
            };
        }
        if type_attr.is_none() && !table.shared {
            return Self::none();
        }
        Self {
            node: begin_as_its_own(of, |name| query.has_key(name)),
            inspected: is_told_by_keys(of, Some(query)),
        }
    }

    /// No type filter, for a scan that tells the types apart itself.
    pub(in crate::op) fn none() -> Self {
        Self {
            node: None,
            inspected: false,
        }
    }

    /// The type filter of a scan of the table, or of an index.
    pub(in crate::op) fn of_scan(of: &ItemType, index: Option<&QuerySchema>) -> Self {
        let table = of.table;
        let is_held = |name| index.is_none_or(|query| is_held(table, query, name));
        if let (Some(name), Some(entity)) = (table.type_attr, of.schema.entity)
            && is_held(name)
        {
            let entity = AttributeValue::S(entity.to_owned());
            return Self {
                node: Some(Node::Compare(AttrPath::root(name), "=", entity)),
                inspected: false,
            };
        }
        let inspected = is_told_by_keys(of, index);
        let node = if inspected {
            begin_as_its_own(of, |_| false)
        } else {
            None
        };
        let node = node.or_else(|| unique::no_claims(of));
        Self { node, inspected }
    }
}

/// The filter by the prefixes of the table's keys, except those `left_out`.
fn begin_as_its_own(of: &ItemType, left_out: impl Fn(&str) -> bool) -> Option<Node> {
    of.primary()
        .keys()
        .filter(|spec| !spec.template.prefix().is_empty() && !left_out(spec.attribute))
        .map(|spec| {
            let prefix = AttributeValue::S(spec.template.prefix().to_owned());
            Node::BeginsWith(AttrPath::root(spec.attribute), prefix)
        })
        .reduce(Node::and)
}

/// Whether an item of a shared table differs from other types only in keys, which DynamoDB cannot
/// compare: there is no type attribute, or the index does not hold it.
pub(in crate::op) fn is_told_by_keys(of: &ItemType, query: Option<&QuerySchema>) -> bool {
    let table = of.table;
    let is_held = |name| query.is_none_or(|query| is_held(table, query, name));
    table.shared && !table.type_attr.is_some_and(is_held)
}
