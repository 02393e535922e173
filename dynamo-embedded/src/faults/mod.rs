//! Faults of the service, injected into an embedded engine on a schedule.
//!
//! On a bad day, DynamoDB throttles, fails, answers late, loses the response to a write that
//! succeeded, or leaves half of a batch undone. Tests rarely see that. With [`Faults`], an embedded
//! engine does the same, at random from a seed or exactly as scripted. The real SDK client handles
//! the errors and retries as on AWS. Time is [virtual], so back-off takes no real time.
//!
//! ```
//! use aws_sdk_dynamodb::error::ProvideErrorMetadata;
//! use dynamo_embedded::Embedded;
//! use dynamo_embedded::faults::{Fault, Faults, Operation};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let faults = Faults::seeded(42).rate_on(Operation::ListTables, Fault::Throttle, 0.2);
//! let client = Embedded::memory()?.with_faults(&faults).client();
//!
//! // The SDK retries, and gives up after its third attempt.
//! faults.script_on(Operation::ListTables, [Fault::ServerError, Fault::Throttle]);
//! client.list_tables().send().await?;
//! faults.script_on(Operation::ListTables, [Fault::ServerError; 3]);
//! let error = client.list_tables().send().await.unwrap_err();
//! assert_eq!(error.code(), Some("InternalServerError"));
//! assert_eq!(faults.log()[0], (Operation::ListTables, Some(Fault::ServerError)));
//!
//! // No faults for a while, to see what was stored.
//! faults.pause();
//! client.list_tables().send().await?;
//! # Ok(())
//! # }
//! ```
//!
//! # Affected requests
//!
//! Rates and scripts affect requests that read or write items. Requests about tables, such as
//! `CreateTable` or `DescribeTable`, pass and are not counted, so that you can create tables at any
//! time; only [`rate_on`](Faults::rate_on) and [`script_on`](Faults::script_on) affect them.
//!
//! # Reproducing
//!
//! The same seed injects the same faults into the same sequence of requests. Concurrent requests
//! may come in a different order each time, unless they run on one thread and are started in a
//! fixed order. Each attempt of the SDK counts as a request.
//!
//! [virtual]: crate::Embedded#time

mod answer;
mod layer;
mod random;
mod schedule;

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

pub(super) use self::layer::Faulty;
use self::random::Random;
use self::schedule::Schedule;
pub use super::dispatch::Operation;

/// One thing that goes wrong with a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// Refused because provisioned capacity is exceeded: `ProvisionedThroughputExceededException`.
    /// Nothing is done.
    Throttle,
    /// Refused because the throughput of an on-demand table is exceeded: `ThrottlingException`.
    /// Nothing is done.
    ThrottleOnDemand,
    /// Fails with `InternalServerError`, status 500. Nothing is done.
    ServerError,
    /// Fails with `ServiceUnavailable`, status 503. Nothing is done.
    Unavailable,
    /// The connection times out. Nothing is done.
    Timeout,
    /// The request is carried out, and the connection is lost before the answer comes.
    DropResponse,
    /// The request is carried out, and its answer takes this long. A client's timeout may be
    /// shorter.
    Slow(Duration),
    /// Some entries of a batch are carried out, and the others come back as unprocessed. The seed
    /// decides which; with two or more entries, there are some of both. A batch of one comes back
    /// undone.
    ///
    /// Affects `BatchGetItem` and `BatchWriteItem`.
    PartialBatch,
    /// All entries of a batch come back as unprocessed. Nothing is done.
    ///
    /// Affects `BatchGetItem` and `BatchWriteItem`.
    Unprocessed,
    /// Another transaction is writing the item: `TransactionConflictException`, or for a
    /// transaction `TransactionCanceledException` with that reason for one of its actions, which
    /// the seed chooses. Nothing is done.
    ///
    /// Affects `PutItem`, `UpdateItem`, `DeleteItem`, `TransactGetItems` and `TransactWriteItems`.
    Conflict,
}

impl Fault {
    /// Whether this fault can happen to a request of that operation.
    fn concerns(self, operation: Operation) -> bool {
        match self {
            Self::PartialBatch | Self::Unprocessed => matches!(
                operation,
                Operation::BatchGetItem | Operation::BatchWriteItem
            ),
            Self::Conflict => matches!(
                operation,
                Operation::PutItem
                    | Operation::UpdateItem
                    | Operation::DeleteItem
                    | Operation::TransactGetItems
                    | Operation::TransactWriteItems
            ),
            _ => true,
        }
    }
}

/// A schedule of faults, and the record of those that were injected.
///
/// This is a handle: clones share the schedule. Pass it to an engine with
/// [`Embedded::with_faults`](crate::Embedded::with_faults), or to `Db::embedded_with_faults` of
/// `dynamo-runtime`, and keep it to script it, pause it and read its log. The [module](self) has an
/// example.
#[derive(Clone, Default)]
pub struct Faults(Arc<Mutex<Schedule>>);

impl Faults {
    /// Creates a schedule without faults, which draws its random numbers from `seed`.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(Schedule::seeded(seed))))
    }

    /// Injects a fault into this share of the requests, from `0.0` for none to `1.0` for all.
    ///
    /// A request has at most one fault: the shares of several faults add up, and if they add up to
    /// more than one, the earlier ones win.
    #[must_use]
    pub fn rate(self, fault: Fault, rate: f64) -> Self {
        self.schedule().set_rate(None, fault, rate);
        self
    }

    /// Injects a fault into this share of one operation's requests.
    #[must_use]
    pub fn rate_on(self, operation: Operation, fault: Fault, rate: f64) -> Self {
        self.schedule().set_rate(Some(operation), fault, rate);
        self
    }

    /// Scripts exactly what happens to the next requests, one entry per request: a fault, or `None`
    /// to let it pass. After the script, the rates apply again.
    ///
    /// An entry whose fault cannot happen to a request waits for one to which it can:
    /// [`Fault::PartialBatch`] waits for a batch. Entries added while a script runs are appended to
    /// it.
    ///
    /// ```
    /// use dynamo_embedded::faults::{Fault, Faults};
    ///
    /// let faults = Faults::default();
    /// faults.script([Fault::Throttle, Fault::Throttle]);
    /// faults.script([None, None, Some(Fault::DropResponse)]);
    /// assert_eq!(faults.scripted(), 5);
    /// ```
    pub fn script(&self, entries: impl IntoIterator<Item = impl Into<Option<Fault>>>) {
        let entries = entries.into_iter().map(Into::into);
        self.schedule().add_script(None, entries);
    }

    /// Scripts exactly what happens to the next requests of one operation. Such a script takes
    /// precedence over one for all.
    pub fn script_on(
        &self,
        operation: Operation,
        entries: impl IntoIterator<Item = impl Into<Option<Fault>>>,
    ) {
        let entries = entries.into_iter().map(Into::into);
        self.schedule().add_script(Some(operation), entries);
    }

    /// Returns how many entries of scripts have not been used yet.
    #[must_use]
    pub fn scripted(&self) -> usize {
        self.schedule().scripted()
    }

    /// Lets every request pass, uncounted and unrecorded, until [`resume`](Self::resume). Use it to
    /// set up or inspect data.
    pub fn pause(&self) {
        self.schedule().pause(true);
    }

    /// Continues where [`pause`](Self::pause) stopped.
    pub fn resume(&self) {
        self.schedule().pause(false);
    }

    /// Returns the requests in order, and the fault injected into each.
    ///
    /// Requests about tables are included only if they had a fault.
    #[must_use]
    pub fn log(&self) -> Vec<(Operation, Option<Fault>)> {
        self.schedule().log().to_vec()
    }

    /// Returns how many faults were injected.
    #[must_use]
    pub fn injected(&self) -> usize {
        let schedule = self.schedule();
        let faults = schedule.log().iter().filter(|(_, fault)| fault.is_some());
        faults.count()
    }

    /// Decides about a request that came in.
    fn next(&self, operation: Operation) -> Option<(Fault, Random)> {
        self.schedule().next(operation)
    }

    fn schedule(&self) -> MutexGuard<'_, Schedule> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.schedule().fmt(f)
    }
}
