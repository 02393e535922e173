//! Operations: values that say what to do, sent to a `Db` in one step.

// First, for its macro.
#[macro_use]
mod setters;

mod batch;
mod bulk;
mod collection;
mod delete;
mod exists;
mod found;
mod get;
mod hydrate;
mod identify;
mod members;
mod meter;
mod modify;
mod pace;
mod page_body;
mod pager;
mod presence;
mod put;
mod query;
mod range;
mod reading;
mod records;
mod scan;
mod search;
mod select;
mod sieve;
mod stream;
mod tables;
mod transact;
mod tuples;
mod unique;
mod update;
mod update_keys;
mod visible;

pub use batch::{
    BatchGet, BatchWrite, IntoKey, KeyList, KeyLists, Listed, Unread, Unwritten, UnwrittenWrite,
    Write, WriteList, WriteOp,
};
pub use bulk::{
    Backfill, Backfilled, Checkpoint, Conflict, DeletePartition, Load, ParallelScan,
    ParallelStream, Progress, Rewritten, Source, TableQuery,
};
pub use collection::{
    Collection, DifferentSortKeys, Flag, InTable, MemberOf, Members, PartitionArgs, ReadAt,
    Readable, SortsAlike,
};
pub use delete::Delete;
pub use exists::Exists;
pub use get::Get;
pub use hydrate::{Hydrate, Projected};
pub(crate) use identify::is_of_type;
pub use members::KeyChecks;
pub use meter::{Capacity, Meter};
pub use modify::Modify;
#[cfg(feature = "__fuzzing")]
pub(crate) use page_body::PageBody;
pub use pager::{Page, Salvaged};
pub use put::Put;
use query::Unknown;
pub use query::{ConsistentRead, Query, QueryInfo};
pub use range::{SortAt, SortRange};
pub use scan::Scan;
pub use search::{Hit, Hits, HydrateSearch, NestedFilters, Search, SearchInfo, Searchable};
pub use select::{
    ConsistentScan, Indexed, KeyedRow, Keys, Output, Row, Scanned, View, Viewed, Whole,
};
#[cfg(feature = "__fuzzing")]
pub(crate) use sieve::Sieve;
pub use stream::ItemStream;
pub use transact::{
    Cancelled, CancelledOperation, Cause, Check, Operation, Operations, Reading, Readings, Reads,
    Transact, TransactGet, TransactOp,
};
pub use unique::Lookup;
pub use update::{New, SetOf, Update, Updated};

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use bytes::Bytes;
use tracing::{Instrument, Span};

use crate::db::Db;
use crate::error::{Current, Error};
use crate::expr::{AttrPath, ExpressionError, Node};
use crate::item::{Item, Table};
use crate::key::PrimaryKey;
use crate::schema::QuerySchema;
use crate::wire::{self, Attributes, Call, Refused, Request};

/// What a write gives back: nothing.
#[derive(Debug, Clone, Copy)]
pub struct Nothing;

/// What a write gives back: the item as it was before, if there was one.
#[derive(Debug, Clone, Copy)]
pub struct Old;

/// Sends a read of one item, and adds its capacity to the meter.
async fn read(
    db: &Db,
    request: &Request,
    meter: Option<&Meter>,
    span: Span,
) -> Result<Bytes, Error> {
    let sent = wire::send(db, Call::One(request)).instrument(span);
    let body = sent.await.map_err(Refused::unconditional)?;
    meter::record(meter, &body);
    Ok(body)
}

/// Sends a write of one item, and adds its capacity to the meter. If its condition fails, the inner
/// error is the item that was found.
async fn write(
    db: &Db,
    request: &Request,
    meter: Option<&Meter>,
) -> Result<Result<Bytes, Option<Attributes>>, Error> {
    match wire::send(db, Call::One(request)).await {
        Ok(body) => {
            meter::record(meter, &body);
            Ok(Ok(body))
        }
        Err(Refused::Condition(current)) => Ok(Err(current)),
        Err(refused) => Err(refused.unconditional()),
    }
}

/// The attributes that a write gave back.
fn written(request: &Request, body: &[u8]) -> Result<Option<Attributes>, Error> {
    wire::answer::item(body, "Attributes")
        .map_err(|error| wire::unreadable(&Call::One(request), error))
}

/// The key attributes of an item, as the SDK takes them.
fn key_attributes<T: Item>(key: PrimaryKey) -> HashMap<String, AttributeValue> {
    let primary = T::SCHEMA.primary();
    let mut attributes = HashMap::with_capacity(2);
    attributes.insert(primary.pk[0].attribute.to_owned(), key.pk.into());
    if let (Some(spec), Some(value)) = (primary.sk.first(), key.sk) {
        attributes.insert(spec.attribute.to_owned(), value.into());
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

/// What keeps other item types of a table out of a read.
struct TypeFilter {
    node: Option<Node>,
    /// Whether DynamoDB cannot tell the types apart, so that every item is looked at.
    inspected: bool,
}

impl TypeFilter {
    /// That of a query. An index may not hold the type attribute; it always holds the table's keys,
    /// and DynamoDB filters by those that are not keys of the index as well.
    fn of<Q: QueryInfo>(unknown: Unknown) -> Self {
        let Some(collection) = Q::collection() else {
            return Self::of_item::<Q::Item>(&Q::QUERY);
        };
        let table = &collection.table;
        let type_attr = table.type_attr.filter(|name| {
            unknown == Unknown::Skipped
                && visible::is_held(table, &Q::QUERY, name)
                && !is_key(&Q::QUERY, name)
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

    fn of_item<T: Item>(query: &QuerySchema) -> Self {
        let table = T::Table::SCHEMA;
        let type_attr = table.type_attr.zip(T::SCHEMA.entity);
        if let Some((name, entity)) = type_attr
            && visible::is_held(&table, query, name)
        {
            // Where the sort key begins with a text of its own, a table of one item type has no
            // other items there; a shared one may have longer keys that begin with it.
            let prefixed = query
                .sk
                .iter()
                .any(|spec| !spec.template.prefix().is_empty());
            let needed = !is_key(query, name) && (table.shared || !prefixed);
            let entity = AttributeValue::S(entity.to_owned());
            return Self {
                node: needed.then(|| Node::Compare(AttrPath::root(name), "=", entity)),
                inspected: false,
            };
        }
        if type_attr.is_none() && !table.shared {
            return Self {
                node: None,
                inspected: false,
            };
        }
        Self {
            node: begin_as_its_own::<T>(|name| is_key(query, name)),
            inspected: is_told_by_keys::<T>(Some(query)),
        }
    }

    /// That of a scan which tells the types apart by itself.
    fn none() -> Self {
        Self {
            node: None,
            inspected: false,
        }
    }

    /// The type filter of a scan of the table, or of an index.
    fn of_scan<T: Item>(index: Option<&QuerySchema>) -> Self {
        let table = T::Table::SCHEMA;
        let is_held = |name| index.is_none_or(|query| visible::is_held(&table, query, name));
        if let (Some(name), Some(entity)) = (table.type_attr, T::SCHEMA.entity)
            && is_held(name)
        {
            let entity = AttributeValue::S(entity.to_owned());
            return Self {
                node: Some(Node::Compare(AttrPath::root(name), "=", entity)),
                inspected: false,
            };
        }
        let inspected = is_told_by_keys::<T>(index);
        let node = if inspected {
            begin_as_its_own::<T>(|_| false)
        } else {
            None
        };
        let node = node.or_else(unique::no_claims::<T>);
        Self { node, inspected }
    }
}

fn is_key(query: &QuerySchema, name: &str) -> bool {
    let mut keys = query.pk.iter().chain(query.sk);
    keys.any(|key| key.attribute == name)
}

/// The filter by the texts that the table's keys begin with, but for those `left_out`.
fn begin_as_its_own<T: Item>(left_out: impl Fn(&str) -> bool) -> Option<Node> {
    let primary = T::SCHEMA.primary();
    let keys = primary.pk.iter().chain(primary.sk);
    keys.filter(|spec| !spec.template.prefix().is_empty() && !left_out(spec.attribute))
        .map(|spec| {
            let prefix = AttributeValue::S(spec.template.prefix().to_owned());
            Node::BeginsWith(AttrPath::root(spec.attribute), prefix)
        })
        .reduce(Node::and)
}

/// Whether only its keys tell an item of a shared table from those of other types, which DynamoDB
/// cannot see: there is no type attribute, or the index does not hold it.
pub(crate) fn is_told_by_keys<T: Item>(query: Option<&QuerySchema>) -> bool {
    let table = T::Table::SCHEMA;
    let is_held = |name| query.is_none_or(|query| visible::is_held(&table, query, name));
    table.shared && !table.type_attr.is_some_and(is_held)
}

/// A failed condition on an item of type `T`, with the item as it was found.
fn condition_failed<T: Item>(current: Option<HashMap<String, AttributeValue>>) -> Error {
    let current = current
        .filter(|item| !item.is_empty())
        .map(|item| Box::new(Current(item)));
    let found = match &current {
        Some(stored) if identify::is_foreign::<T>(stored.item()) => OTHER_TYPE,
        Some(_) => "the stored item does not meet it",
        None => "no such item is stored",
    };
    Error::ConditionFailed {
        item: T::SCHEMA.name,
        found: found.into(),
        missing: current.is_none(),
        current,
    }
}

const OTHER_TYPE: &str = "an item of another type is stored under its key";

/// The failure of a write that creates an item.
fn already_exists(error: Error) -> Error {
    match error {
        Error::ConditionFailed {
            item,
            current: Some(current),
            found,
            ..
        } if found != OTHER_TYPE => {
            let found = "the item exists already".into();
            Error::ConditionFailed {
                item,
                found,
                current: Some(current),
                missing: false,
            }
        }
        other => other,
    }
}
