//! Operations: values that describe what to do, until you send them to a [`Db`](crate::Db).
//!
//! The operations used every day, such as [`Query`], [`Get`] and [`Put`], are also at the crate's
//! root. This module has batches, transactions, and the types that operations take and return;
//! [`bulk`] reads and writes very many items.

// First, because the others use its macro.
#[macro_use]
mod setters;

// rustdoc shows the methods of a type in the order of modules: what is used every day comes first, and
// bulk work last.
mod read;
mod write;

mod batch;
mod explain;
#[expect(clippy::must_use_candidate, reason = "none of them can be called")]
mod guessed;
#[expect(clippy::must_use_candidate, reason = "none of them can be called")]
mod iterated;
mod meter;
mod misplaced;
mod other_names;
mod pace;
mod physical_tables;
mod stored_type;
mod transact;
mod tuples;
mod unsent;
mod visible;

pub mod bulk;

pub use batch::{
    BatchGet, BatchWrite, IntoKey, KeyList, KeyLists, Listed, Unread, Unwritten, UnwrittenWrite,
    Write, WriteList, WriteOp,
};
pub use explain::{ExplainedRequest, Explanation};
#[doc(hidden)]
pub use guessed::{
    BatchOfOneKind, DroppedByDb, InAnOpenTransaction, Itself, NamesATable, ReadByDb, SentByDb,
    SentToADb, WrittenByDb,
};
#[doc(hidden)]
pub use iterated::{CollectedUnsent, Limited, ReadLast, Skipped};
pub use meter::Capacity;
#[doc(hidden)]
pub use meter::Meter;
#[doc(hidden)]
pub use misplaced::{
    ChecksAlone, ExistsByQuery, FiltersAWrite, FiltersTooLate, LimitsASearch, LooksUpMany,
    PutsAKey, ScansInOrder, SearchesAll, SearchesLikeAQuery, SelectsTooLate, SetsTooLate,
    UpdatesByItself, WritesByLookup, WritesByQuery,
};
#[doc(hidden)]
pub use other_names::{
    Among, AskedLikeAnOption, AskedLikeText, CalledLikeTheSdk, Compared, ConditionedByAnotherName,
    Continued, Counted, Decremented, DeletesAField, DeletesAndReturns, Equal, Executed, Fetched,
    GetsAttributes, GetsConsistently, HasAResult, Incremented, Indexing, MadeFromText, MadeNew,
    Matched, Measured, Narrowing, OrderedByField, Projecting, Pushed, PutsIfAbsent, QueriedByKey,
    ReadConsistently, Reordered, ReturnsByAnotherName, SentByAnotherName, SetsAnItem, SteppedInto,
    Unequal, Unsetting, WrittenByAnotherName,
};
#[doc(hidden)]
pub use read::{
    Beside, ByKeys, ByType, Collection, DifferentSortKeys, Flag, Get, Hits, InTable, IsRange,
    ItemStream, KeyChecks, KeyedRow, Keys, NestedFilters, Page, Query, ReadAt, Readable, Row, Scan,
    Search, SortsAlike, Told, View, WholeItem, WrittenCollection, WrittenPart, WrittenView,
};
pub use read::{
    ConsistentRead, ConsistentScan, Exists, Hit, Hydrate, HydrateSearch, Indexed, MemberOf,
    Members, Output, PartitionArgs, Projected, QueryInfo, Salvaged, Scanned, SearchInfo,
    Searchable, SelectedView, ShardedQuery, SortAt, SortRange, ViewOf, Viewed, Whole,
};
pub(crate) use stored_type::is_of_type;
pub use transact::{
    Cancelled, CancelledOperation, Cause, Check, Operation, Operations, Reading, Readings, Reads,
    Transact, TransactGet, TransactOp,
};
#[doc(hidden)]
pub use unsent::{IsListed, IsOperation, IsRead, IsSent, IsWaitedFor, Unsent};
#[doc(hidden)]
pub use write::{Delete, Modify, Put, Update};
pub use write::{Lookup, New, Nothing, Old, SetOf, Updated};

pub use crate::cursor::IntoCursor;

use std::pin::Pin;

use crate::error::Error;
use crate::expr::{ExpressionError, Node};
use crate::wire::Request;

/// A future of the plain core. It is boxed so that it is compiled once, here, and not per item type
/// in the crates that await it.
type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// An operation that failed before anything was sent.
fn failed<'a, T: Send + 'a>(error: Error) -> BoxFuture<'a, Result<T, Error>> {
    Box::pin(std::future::ready(Err(error)))
}

/// Adds a condition to a request on items of a type.
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
            reason: format!("the {what} has {length} bytes; DynamoDB accepts at most 4096"),
        },
    }
}
