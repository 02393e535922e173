//! Reading: one item, the items of a partition, all items of a type, or those nearest to a vector.

// rustdoc shows the methods of a type in the order of modules: those of every query come before those
// of collections and of partial indexes.
pub(super) mod query;

pub(super) mod ahead;
mod collection;
mod exists;
mod explained;
mod fetch;
pub(super) mod get;
mod hydrate;
mod member_row;
pub(super) mod members;
mod merge;
mod page_body;
mod paged;
pub(super) mod pager;
mod partition_args;
mod range;
mod reading;
pub(super) mod rows;
pub(super) mod scan;
mod search;
pub(super) mod select;
mod sieve;
pub(super) mod stream;
mod stream_core;
pub(super) mod type_filter;

pub use collection::{
    Collection, DifferentSortKeys, Flag, InTable, MemberOf, Members, ReadAt, Readable, SortsAlike,
    WrittenCollection,
};
pub use exists::Exists;
pub use get::Get;
pub use hydrate::{Hydrate, Projected, WrittenPart};
pub use members::KeyChecks;
pub use pager::{Page, Salvaged};
pub use partition_args::PartitionArgs;
pub use query::{ConsistentRead, Query, QueryInfo, ShardedQuery};
pub use range::{IsRange, SortAt, SortRange};
pub use scan::Scan;
pub use search::{Hit, Hits, HydrateSearch, NestedFilters, Search, SearchInfo, Searchable};
pub use select::{
    Beside, ByKeys, ByType, ConsistentScan, Indexed, KeyedRow, Keys, Output, Row, Scanned,
    SelectedView, Told, View, ViewOf, Viewed, Whole, WholeItem, WrittenView,
};
pub use stream::ItemStream;

use bytes::Bytes;

use crate::db::Db;
use crate::error::Error;
use crate::op::{Meter, meter};
use crate::wire::{self, Call, Refused, Request};

/// Sends a read of one item, and adds its capacity to the meter.
pub(in crate::op) async fn send_read(
    db: &Db,
    request: &Request,
    meter: Option<&Meter>,
) -> Result<Bytes, Error> {
    let sent = wire::send(db, Call::One(request)).await;
    let body = sent.map_err(Refused::unconditional)?;
    meter::record(meter, &body);
    Ok(body)
}
