//! Operations: values that say what to do, sent to a `Db` in one step.

mod delete;
mod exists;
mod get;
mod meter;
mod modify;
mod pager;
mod put;
mod query;
mod range;
mod reading;
mod records;
mod scan;
mod select;
mod stream;
mod update;
mod update_keys;
mod visible;
mod wire;

pub use delete::Delete;
pub use exists::Exists;
pub use get::Get;
pub use meter::{Capacity, Meter};
pub use modify::Modify;
pub use pager::{Page, Salvaged};
pub use put::Put;
pub use query::{ConsistentRead, Query, QueryInfo};
pub use range::{SortAt, SortRange};
pub use scan::Scan;
pub use select::{KeyedRow, Keys, Output, Scanned, View, Viewed, Whole};
pub use stream::ItemStream;
pub use update::{New, SetOf, Update, Updated};
pub(crate) use wire::page as read_page;

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::error::{Current, Error};
use crate::expr::{AttrPath, ExpressionError, Node};
use crate::item::{Item, Table};
use crate::key::PrimaryKey;
use crate::schema::{KeySpec, QuerySchema};

/// What a write gives back: nothing.
#[derive(Debug, Clone, Copy)]
pub struct Nothing;

/// What a write gives back: the item as it was before, if there was one.
#[derive(Debug, Clone, Copy)]
pub struct Old;

/// The key attributes of an item, as the SDK takes them.
fn key_attributes<T: Item>(key: &PrimaryKey) -> HashMap<String, AttributeValue> {
    let primary = T::SCHEMA.primary();
    let mut attributes = HashMap::with_capacity(2);
    attributes.insert(primary.pk[0].attribute.to_owned(), key.pk.to_attribute());
    if let (Some(spec), Some(value)) = (primary.sk.first(), &key.sk) {
        attributes.insert(spec.attribute.to_owned(), value.to_attribute());
    }
    attributes
}

fn expression_error<T: Item>(error: ExpressionError) -> Error {
    let item = T::SCHEMA.name;
    match error {
        ExpressionError::Encode(error) => Error::encode(item, error),
        ExpressionError::TooLong { what, length } => Error::Expression {
            item,
            reason: format!("the {what} has {length} bytes; DynamoDB takes 4096"),
        },
    }
}

/// The filter that keeps other item types of a shared table out.
fn of_type<T: Item>() -> Option<Node> {
    let attribute = T::Table::SCHEMA.type_attr?;
    let entity = AttributeValue::S(T::SCHEMA.entity?.to_owned());
    Some(Node::Compare(AttrPath::root(attribute), "=", entity))
}

/// The same for a query. An index may not hold the type attribute; it always holds the table's
/// keys, and DynamoDB filters by those that are not keys of the index as well.
fn of_type_in<T: Item>(query: &QuerySchema) -> Option<Node> {
    let of_type = of_type::<T>()?;
    let is_held = T::Table::SCHEMA
        .type_attr
        .is_some_and(|name| visible::is_held::<T>(query, name));
    if is_held {
        return Some(of_type);
    }
    let primary = T::SCHEMA.primary();
    let is_queried = |spec: &KeySpec| {
        let mut keys = query.pk.iter().chain(query.sk);
        keys.any(|key| key.attribute == spec.attribute)
    };
    let keys = primary.pk.iter().chain(primary.sk);
    keys.filter(|spec| !spec.template.prefix().is_empty() && !is_queried(spec))
        .map(|spec| {
            let prefix = AttributeValue::S(spec.template.prefix().to_owned());
            Node::BeginsWith(AttrPath::root(spec.attribute), prefix)
        })
        .reduce(Node::and)
}

/// A failed condition on an item of type `T`, with the item as it was found.
fn condition_failed<T: Item>(current: Option<HashMap<String, AttributeValue>>) -> Error {
    let current = current
        .filter(|item| !item.is_empty())
        .map(|item| Box::new(Current(item)));
    let found = match current {
        Some(_) => "the stored item does not meet it",
        None => "no such item is stored",
    };
    Error::ConditionFailed {
        item: T::SCHEMA.name,
        found,
        current,
    }
}

/// The failure of a write that creates an item.
fn already_exists(error: Error) -> Error {
    match error {
        Error::ConditionFailed {
            item,
            current: Some(current),
            ..
        } => {
            let found = "the item exists already";
            Error::ConditionFailed {
                item,
                found,
                current: Some(current),
            }
        }
        other => other,
    }
}
