//! Observing requests: metrics of each request, and the partition keys that are used most.
//!
//! An [`Observer`] is called for each request of a [`Db`](crate::Db), with how long it took, how
//! often it was retried or throttled, what it consumed, and how many items it read. [`HotKeys`]
//! counts partition keys. Neither sees a key or a value.

mod hot_keys;
mod observers;

pub(crate) use self::hot_keys::UsedPartition;
pub use self::hot_keys::{HotKey, HotKeys};
pub(crate) use self::observers::Observers;

use std::borrow::Cow;
use std::time::Duration;

use crate::error::Throttling;

/// A receiver of each request, for metrics: see [`Db::with_observer`](crate::Db::with_observer).
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use std::sync::Arc;
/// use dynamo_runtime::observe::{Observation, Observer};
/// use dynamo_runtime::{Db, Error, Item};
///
/// #[derive(Default)]
/// struct Reads(AtomicU64);
///
/// impl Observer for Reads {
///     fn request(&self, seen: &Observation<'_>) {
///         self.0.fetch_add(seen.read, Ordering::Relaxed);
///     }
/// }
///
/// # #[derive(Item)]
/// # #[table(name = "notes", pk = "topic", sk = "id")]
/// # struct Note { topic: String, id: u32, text: String }
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Error> {
/// # let db = Db::embedded().await?;
/// # db.create_table::<Note>().await?;
/// # for id in 0..3 {
/// #     Note { topic: "rust".into(), id, text: "…".into() }.put().send(&db).await?;
/// # }
/// let reads = Arc::new(Reads::default());
/// let db = db.with_observer(Arc::clone(&reads));
/// Note::query("rust").filter(Note::TEXT.eq("none")).all(&db).await?;
/// assert_eq!(reads.0.load(Ordering::Relaxed), 3);
/// # Ok(())
/// # }
/// ```
pub trait Observer: Send + Sync {
    /// Receives one request after its answer. Called on the task that sent the request, so it should
    /// neither block nor take long.
    fn request(&self, seen: &Observation<'_>);
}

impl<O: Observer + ?Sized> Observer for std::sync::Arc<O> {
    fn request(&self, seen: &Observation<'_>) {
        (**self).request(seen);
    }
}

/// One request, with all its attempts: names and numbers, no keys and no values.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Observation<'a> {
    /// DynamoDB's name for the request, such as `Query`.
    pub operation: &'static str,
    /// The physical name of the table; several are separated by commas.
    pub table: Cow<'a, str>,
    /// The index that was read.
    pub index: Option<&'static str>,
    /// The item type or the collection; empty for batches and transactions, which mix them.
    pub item: &'static str,
    /// The generated method, such as `by_status`, or `get`, `batch_write`, `transact` and so on.
    pub method: &'static str,
    /// How long it took, with all attempts.
    pub elapsed: Duration,
    /// DynamoDB's error code, such as `ConditionalCheckFailedException`, or `timeout`,
    /// `connection`, `no_credentials`, `no_region` if there was no answer; `None` for a success.
    pub error: Option<&'a str>,
    /// How often it was sent again. Unknown, and 0, if the client has interceptors of its own.
    pub retries: u32,
    /// How many of its attempts were throttled. If the client has interceptors of its own, only the
    /// last attempt is known.
    pub throttled: u32,
    /// The limits that those attempts exceeded, as DynamoDB reports them.
    pub throttling: Vec<Throttling>,
    /// The capacity units it consumed, by table and index.
    pub units: Vec<Units<'a>>,
    /// How many items DynamoDB read: `ScannedCount` of a page, otherwise the same as `returned`.
    pub read: u64,
    /// How many items DynamoDB returned: those that passed the filter.
    pub returned: u64,
    /// How many operations of a batch DynamoDB left unprocessed. They are sent again, in another
    /// request.
    pub unprocessed: u64,
}

impl Observation<'_> {
    /// Returns whether it writes items.
    #[must_use]
    pub fn is_write(&self) -> bool {
        matches!(
            self.operation,
            "PutItem" | "UpdateItem" | "DeleteItem" | "BatchWriteItem" | "TransactWriteItems"
        )
    }

    /// Returns whether it reads one page of a query or a scan.
    #[must_use]
    pub fn is_page(&self) -> bool {
        matches!(self.operation, "Query" | "Scan")
    }

    /// Returns all units it consumed.
    #[must_use]
    pub fn total_units(&self) -> f64 {
        self.units.iter().map(|part| part.units).sum()
    }
}

/// Capacity units that a request consumed of a table or of one of its indexes.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Units<'a> {
    /// The physical name of the table.
    pub table: Cow<'a, str>,
    /// The index; `None` for the table itself.
    pub index: Option<Cow<'a, str>>,
    /// The number of units.
    pub units: f64,
}
