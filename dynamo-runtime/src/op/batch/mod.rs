//! Batches: many entries in as many requests as they need. Entries that DynamoDB leaves unprocessed
//! are sent again.

mod drive;
mod entry;
mod finds;
mod get;
mod undone;
mod unread;
mod unwritten;
mod write;

pub(super) use drive::drive;
pub use entry::{Write, WriteList, WriteOp};
pub(super) use finds::{FoundRows, List};
pub(super) use get::BatchGetSpec;
pub use get::{BatchGet, IntoKey, KeyList, KeyLists, Listed};
pub use unread::Unread;
pub use unwritten::{Unwritten, UnwrittenWrite};
pub use write::BatchWrite;

use std::time::Duration;

use crate::op::bulk::RateLimit;
use crate::op::{Meter, meter};

/// How many requests run at once by default.
pub(super) const CONCURRENCY: usize = 20;

/// The limits a caller sets on a batch.
#[derive(Debug, Clone)]
pub(super) struct Limits {
    pub(super) concurrency: usize,
    pub(super) deadline: Option<Duration>,
    pub(super) rate: Option<RateLimit>,
}

impl Limits {
    /// The same, at the rate of an operation with this meter.
    pub(super) fn at_rate_of(self, meter: Option<&Meter>) -> Self {
        let rate = meter::limit(meter).cloned();
        Self { rate, ..self }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            concurrency: CONCURRENCY,
            deadline: None,
            rate: None,
        }
    }
}

/// `3 keys (`Order`, `User`) were`: how many entries, and of which item types.
fn counted(items: impl Iterator<Item = &'static str>, what: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    let mut count = 0;
    for item in items {
        count += 1;
        if !names.contains(&item) {
            names.push(item);
        }
    }
    let plural = if count == 1 { "" } else { "s" };
    let verb = if count == 1 { "was" } else { "were" };
    let names = names.join("`, `");
    format!("{count} {what}{plural} (`{names}`) {verb}")
}
