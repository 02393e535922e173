//! Operations: values that say what to do, sent to a `Db` in one step.

// First, for its macro.
#[macro_use]
mod setters;

mod batch;
mod bulk;
mod collection;
mod delete;
mod exists;
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
mod rows;
mod scan;
mod search;
mod select;
mod sieve;
mod stream;
mod tables;
mod transact;
mod tuples;
mod type_filter;
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

use std::pin::Pin;

use bytes::Bytes;
use tracing::{Instrument, Span};

use crate::db::Db;
use crate::error::{Current, Error};
use crate::expr::{ExpressionError, Node};
use crate::item::ItemType;
use crate::wire::{self, Attributes, Call, Refused, Request};

/// A future of the plain core. It is boxed, so that it is compiled here and not once per item type in
/// the crates that await it.
type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

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

/// Puts a condition into a request on items of a type.
fn require(
    request: &mut Request,
    item: &'static str,
    condition: Option<Node>,
) -> Result<(), Error> {
    let rendered = condition.map(|node| request.expressions.condition("condition", node));
    let rendered = rendered.transpose();
    request.condition = rendered.map_err(|error| expression_error(item, error))?;
    Ok(())
}

fn expression_error(item: &'static str, error: ExpressionError) -> Error {
    match error {
        ExpressionError::Encode(error) => Error::encode(item, error),
        ExpressionError::TooLong { what, length } => Error::Expression {
            item,
            reason: format!("the {what} has {length} bytes; DynamoDB takes 4096"),
        },
    }
}

/// A failed condition on an item of a type, with the item as it was found.
fn condition_failed(of: &ItemType, current: Option<Attributes>) -> Error {
    let current = current
        .filter(|item| !item.is_empty())
        .map(|item| Box::new(Current(item)));
    let found = match &current {
        Some(stored) if identify::is_foreign(of, stored.item()) => OTHER_TYPE,
        Some(_) => "the stored item does not meet it",
        None => "no such item is stored",
    };
    Error::ConditionFailed {
        item: of.name(),
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
