//! Operations: values that say what to do, sent to a `Db` in one step.

// First, for its macro.
#[macro_use]
mod setters;

mod batch;
mod bulk;
mod meter;
mod pace;
mod physical_tables;
mod read;
mod stored_type;
mod transact;
mod tuples;
mod visible;
mod write;

pub use batch::{
    BatchGet, BatchWrite, IntoKey, KeyList, KeyLists, Listed, Unread, Unwritten, UnwrittenWrite,
    Write, WriteList, WriteOp,
};
pub use bulk::{
    Backfill, Backfilled, Checkpoint, Conflict, DeletePartition, Load, ParallelScan,
    ParallelStream, Progress, Rewritten, Source, TableQuery,
};
pub use meter::{Capacity, Meter};
pub use read::{
    Collection, ConsistentRead, ConsistentScan, DifferentSortKeys, Exists, Flag, Get, Hit, Hits,
    Hydrate, HydrateSearch, InTable, Indexed, ItemStream, KeyChecks, KeyedRow, Keys, MemberOf,
    Members, NestedFilters, Output, Page, PartitionArgs, Projected, Query, QueryInfo, ReadAt,
    Readable, Row, Salvaged, Scan, Scanned, Search, SearchInfo, Searchable, SortAt, SortRange,
    SortsAlike, View, Viewed, Whole,
};
#[cfg(feature = "__fuzzing")]
pub(crate) use read::{PageBody, Sieve};
pub(crate) use stored_type::is_of_type;
pub use transact::{
    Cancelled, CancelledOperation, Cause, Check, Operation, Operations, Reading, Readings, Reads,
    Transact, TransactGet, TransactOp,
};
pub use write::{Delete, Lookup, Modify, New, Nothing, Old, Put, SetOf, Update, Updated};

use std::pin::Pin;

use crate::error::Error;
use crate::expr::{ExpressionError, Node};
use crate::wire::Request;

/// A future of the plain core. It is boxed, so that it is compiled here and not once per item type in
/// the crates that await it.
type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

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
