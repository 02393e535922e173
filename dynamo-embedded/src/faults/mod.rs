//! Faults of the service, injected into an embedded engine on a schedule.
//!
//! What DynamoDB does on a bad day is rarely seen in a test: it throttles, fails, answers late,
//! loses an answer after the write was done, leaves half of a batch undone. [`Faults`] makes an
//! embedded engine do these, by chance from a seed or exactly as a script says, to the real client
//! of the SDK, whose classification and retries run as on AWS. Time is [virtual], so no back-off is
//! really waited for.
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
//! // The SDK tries again, and by its third attempt gives up.
//! faults.script_on(Operation::ListTables, [Fault::ServerError, Fault::Throttle]);
//! client.list_tables().send().await?;
//! faults.script_on(Operation::ListTables, [Fault::ServerError; 3]);
//! let error = client.list_tables().send().await.unwrap_err();
//! assert_eq!(error.code(), Some("InternalServerError"));
//! assert_eq!(faults.log()[0], (Operation::ListTables, Some(Fault::ServerError)));
//!
//! // Without faults for a while, to look at what was stored.
//! faults.pause();
//! client.list_tables().send().await?;
//! # Ok(())
//! # }
//! ```
//!
//! # What is concerned
//!
//! Rates and scripts concern requests that read or write items. Those about tables, `CreateTable`
//! or `DescribeTable`, pass and are not counted, so that tables can be made at any time; only
//! [`rate_on`](Faults::rate_on) and [`script_on`](Faults::script_on) reach them.
//!
//! # Reproducing
//!
//! The same seed gives the same faults to the same sequence of requests. Requests that run at the
//! same time may come in another order each time: on one thread, and with what is started in a fixed
//! order, they do not. Every attempt of the SDK's is a request of its own.
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
    /// Refused for want of provisioned capacity: `ProvisionedThroughputExceededException`.
    /// Nothing is done.
    Throttle,
    /// Refused for want of capacity of a table billed by request: `ThrottlingException`. Nothing is
    /// done.
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
    /// Some entries of a batch are carried out and the others come back as unprocessed. Which ones
    /// the seed decides; of two or more, some of either kind. A batch of one comes back undone.
    ///
    /// Concerns `BatchGetItem` and `BatchWriteItem`.
    PartialBatch,
    /// All entries of a batch come back as unprocessed. Nothing is done.
    ///
    /// Concerns `BatchGetItem` and `BatchWriteItem`.
    Unprocessed,
    /// Another transaction has the item: `TransactionConflictException`, or for a transaction
    /// `TransactionCanceledException` with that reason for one of its actions, which the seed
    /// decides. Nothing is done.
    ///
    /// Concerns `PutItem`, `UpdateItem`, `DeleteItem`, `TransactGetItems` and `TransactWriteItems`.
    Conflict,
}

impl Fault {
    /// Whether this can go wrong with a request of that operation.
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
/// This is a handle: clones share the schedule. It is given to an engine with
/// [`Embedded::with_faults`](crate::Embedded::with_faults), or with `Db::embedded_with_faults` of
/// `dynamo-runtime`, and kept to script it, pause it and read its log. The [module](self) has an
/// example.
#[derive(Clone, Default)]
pub struct Faults(Arc<Mutex<Schedule>>);

impl Faults {
    /// Makes a schedule without any faults, whose chances come from `seed`.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(Schedule::seeded(seed))))
    }

    /// Injects a fault into this share of the requests, from `0.0` for none to `1.0` for all.
    ///
    /// A request has one fault at most: the shares of several add up, and if they add up to more
    /// than one, those given first come first.
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

    /// Says exactly what happens to the next requests, one entry each: a fault, or `None` to let one
    /// pass. Once the script is through, the rates apply again.
    ///
    /// An entry whose fault cannot go wrong with a request waits for one with which it can:
    /// [`Fault::PartialBatch`] for a batch. What is scripted while a script runs is added to it.
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

    /// Says exactly what happens to the next requests of one operation. Such a script goes before
    /// one for all.
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

    /// Lets every request pass, uncounted and unrecorded, until [`resume`](Self::resume): to set
    /// data up, and to look at what became of it.
    pub fn pause(&self) {
        self.schedule().pause(true);
    }

    /// Goes on where [`pause`](Self::pause) stopped.
    pub fn resume(&self) {
        self.schedule().pause(false);
    }

    /// Returns the requests that came, in order, and what was injected into each.
    ///
    /// Requests about tables are in it only if they had a fault.
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
