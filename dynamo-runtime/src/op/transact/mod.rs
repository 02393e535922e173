//! Transactions: several operations that are all carried out, or none.

mod cancelled;
mod check;
mod get;
mod operation;
mod write;

pub use cancelled::{Cancelled, CancelledOperation, Cause};
pub use check::Check;
pub use get::{Reading, Readings, Reads, TransactGet};
pub(super) use operation::{Claim, TransactPart};
pub use operation::{Operation, Operations, TransactOp};
pub use write::Transact;

use std::collections::HashMap;
use std::future::Future;
use std::time::Duration;

use crate::db::Db;
use crate::error::Error;
use crate::item::ItemType;
use crate::key::PrimaryKey;
use crate::op::pace::Deadline;
use crate::op::physical_tables::{PhysicalTable, Tables};
use crate::op::write::presence::Presence;
use crate::wire::{self, KeyAttributes};

/// The most operations a transaction may have, and the most bytes.
///
/// <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html>
const MAX_OPERATIONS: usize = 100;
const MAX_BYTES: usize = 4 * 1024 * 1024;

/// The kind of an operation in a transaction, and its item type.
#[derive(Clone, Copy)]
struct OperationKind {
    /// `put`, `check` and so on.
    verb: &'static str,
    item: &'static ItemType,
    /// How its condition sees the stored item.
    presence: Option<Presence>,
    /// Whether it is an upsert that replaces a hidden item if it is sent alone.
    replaces_alone: bool,
}

/// One request of a transaction: an operation, or a claim or a count that comes with it.
#[derive(Clone, Copy)]
struct Role {
    subject: OperationKind,
    /// The number of the operation.
    index: usize,
    purpose: Purpose,
}

/// The purpose of one request in a transaction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// The operation itself.
    Own,
    /// Claims or frees the value of this unique field.
    Claim(&'static str),
    /// Changes counters.
    Count,
}

/// Refuses a transaction if DynamoDB would.
fn checked<'p>(
    method: &'static str,
    db: &Db,
    parts: impl ExactSizeIterator<Item = (Role, &'p KeyAttributes)>,
) -> Result<(), Error> {
    let count = parts.len();
    if count > MAX_OPERATIONS {
        let reason =
            format!("it has {count} operations; a transaction takes at most {MAX_OPERATIONS}");
        return Err(Error::refused(method, reason));
    }
    let mut tables = Tables::default();
    let mut seen: HashMap<(usize, PrimaryKey), Role> = HashMap::with_capacity(count);
    for (place, key) in parts {
        let table = tables.number(place.subject.item, db)?;
        let Some(key) = PhysicalTable::key_of(key) else {
            continue;
        };
        if let Some(first) = seen.insert((table, key), place) {
            return Err(Error::refused(method, twice(first, place)));
        }
    }
    Ok(())
}

fn twice(first: Role, second: Role) -> String {
    let named = |Role { subject, index, .. }: Role| {
        format!(
            "the {} of `{}` at index {index}",
            subject.verb,
            subject.item.name()
        )
    };
    let (one, other) = (named(first), named(second));
    match (first.purpose, second.purpose) {
        (_, Purpose::Claim(field)) | (Purpose::Claim(field), _) => {
            format!("{one} and {other} use the same value of the unique field `{field}`")
        }
        (_, Purpose::Count) => format!(
            "{one} is on the item whose counters {other} changes; a transaction takes one operation \
             per item, so send them one after the other"
        ),
        _ => {
            format!(
                "{one} and {other} are on the same item; a transaction takes one operation per item"
            )
        }
    }
}

/// Sends a transaction, and sends it again while others are in its way or it is throttled.
async fn retried<T, F: Future<Output = Result<T, Error>>>(
    db: &Db,
    deadline: Option<Duration>,
    send: impl Fn() -> F,
) -> Result<T, Error> {
    let deadline = Deadline::starting_now(db, deadline);
    let mut attempt = 0;
    loop {
        let failure = match send().await {
            Err(failure) if is_passing(&failure) => failure,
            done => return done,
        };
        let Some(pause) = deadline.pause(attempt) else {
            return Err(failure);
        };
        db.sleep(pause).await;
        attempt += 1;
    }
}

/// Whether the same transaction may succeed a moment later.
fn is_passing(failure: &Error) -> bool {
    match failure {
        Error::TransactionCancelled(cancelled) => cancelled.is_passing(),
        Error::Sdk(failure) => failure.code() == "TransactionInProgressException",
        other => other.is_throttled_request(),
    }
}

/// A unique token.
fn random_token() -> String {
    let [high, low] = [(); 2].map(|()| wire::random());
    format!("{high:016x}{low:016x}")
}
