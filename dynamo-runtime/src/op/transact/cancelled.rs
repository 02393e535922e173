//! Why a transaction was cancelled: by operation, with the item that was found.

use std::fmt;

use aws_sdk_dynamodb::types::error::TransactionCanceledException;

use super::{Purpose, Role};
use crate::error::{Current, Error, MAY_BE_DELETED, why_refused, without_values};
use crate::expr::Limit;
use crate::item::Record;
use crate::op::stored_type::is_foreign;
use crate::op::visible::Hidden;
use crate::wire::Request;

/// A transaction that was not carried out. Nothing was written.
#[derive(Debug)]
pub struct Cancelled {
    operations: Vec<CancelledOperation>,
}

/// An operation that caused a transaction to be cancelled.
#[derive(Debug)]
pub struct CancelledOperation {
    index: usize,
    verb: &'static str,
    item: &'static str,
    field: Option<&'static str>,
    /// The number of its request.
    request: usize,
    cause: Cause,
    current: Option<Current>,
    /// Why the item that was found counts as absent.
    hidden: Option<Hidden>,
    /// Whether the same upsert would replace that item if it were sent alone.
    replaces_alone: bool,
    /// Whether items of its type may be soft-deleted and keep their unique values.
    soft_deletes: bool,
    /// The value that a number would have been changed to.
    broken: Option<String>,
    message: String,
}

/// Why an operation caused a transaction to be cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// Its condition did not hold.
    ConditionFailed,
    /// Another item has the same value of its unique [field](CancelledOperation::field).
    Taken,
    /// The item whose counter it changes is not stored.
    Uncounted,
    /// Another request was writing the item.
    Conflict,
    /// It was throttled.
    Throttled,
    /// The items of its partition, including local indexes, would exceed 10 GB.
    CollectionTooLarge,
    /// DynamoDB does not accept it: for example, an item over 400 KB, or a number added to text.
    Invalid,
    /// A reason that this version does not know.
    Other,
}

impl Cancelled {
    /// Returns the operations that caused the cancellation, in order.
    #[must_use]
    pub fn operations(&self) -> &[CancelledOperation] {
        &self.operations
    }

    /// Returns the operation at an index, if it caused the cancellation.
    #[must_use]
    pub fn operation(&self, index: usize) -> Option<&CancelledOperation> {
        let mut operations = self.operations.iter();
        operations.find(|operation| operation.index == index)
    }

    /// Whether the same transaction may succeed a moment later.
    pub(in crate::op) fn is_passing(&self) -> bool {
        let passes = |operation: &CancelledOperation| {
            matches!(operation.cause, Cause::Conflict | Cause::Throttled)
        };
        !self.operations.is_empty() && self.operations.iter().all(passes)
    }

    /// The numbers of the requests that found no item to count in, if nothing else failed.
    pub(super) fn uncounted(&self) -> Option<Vec<usize>> {
        let number = |operation: &CancelledOperation| {
            let is_uncounted = operation.cause == Cause::Uncounted;
            is_uncounted.then_some(operation.request)
        };
        let mut others = self.operations.iter();
        let passes = |operation: &CancelledOperation| {
            matches!(
                operation.cause,
                Cause::Uncounted | Cause::Conflict | Cause::Throttled
            )
        };
        let numbers: Vec<usize> = self.operations.iter().filter_map(number).collect();
        (others.all(passes) && !numbers.is_empty()).then_some(numbers)
    }

    /// Whether throttling is the only cause.
    pub(crate) fn is_throttled(&self) -> bool {
        let is_throttled = |operation: &CancelledOperation| operation.cause == Cause::Throttled;
        !self.operations.is_empty() && self.operations.iter().all(is_throttled)
    }

    pub(crate) fn is_taken(&self) -> bool {
        let mut operations = self.operations.iter();
        operations.any(|operation| operation.cause == Cause::Taken)
    }

    pub(crate) fn is_not_found(&self) -> bool {
        let mut operations = self.operations.iter();
        operations.any(CancelledOperation::is_not_found)
    }

    pub(crate) fn is_condition_failed(&self) -> bool {
        let mut operations = self.operations.iter();
        operations.any(|operation| operation.cause == Cause::ConditionFailed)
    }
}

impl CancelledOperation {
    /// Returns its index among the operations, counted from zero across all lists.
    #[must_use]
    pub fn index(&self) -> usize {
        self.index
    }

    /// Returns its kind: `put`, `create`, `replace`, `update`, `delete`, `check` or `get`; `count` for the
    /// counters that an operation changes.
    #[must_use]
    pub fn verb(&self) -> &'static str {
        self.verb
    }

    /// Returns the name of the item type.
    #[must_use]
    pub fn item(&self) -> &'static str {
        self.item
    }

    /// Returns the unique field whose value is taken.
    #[must_use]
    pub fn field(&self) -> Option<&'static str> {
        self.field
    }

    /// Returns the cause.
    #[must_use]
    pub fn cause(&self) -> Cause {
        self.cause
    }

    /// Returns whether it needed an item and there was none.
    #[must_use]
    pub fn is_not_found(&self) -> bool {
        self.cause == Cause::ConditionFailed
            && self.verb != "create"
            && self.current.is_none()
            && self.broken.is_none()
    }

    /// Returns what its condition found, if more than that it did not hold.
    pub(in crate::op) fn why(&self) -> Option<&str> {
        self.broken.as_deref()
    }

    /// Returns DynamoDB's own message, whose wording may vary by region and over time.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the item as it was found when its condition did not hold.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Decode`] if it does not fit type `T`.
    pub fn current<T: Record>(&self) -> Result<Option<T>, Error> {
        let current = self.current.as_ref();
        current
            .map(|current| T::from_item(current.item().clone()))
            .transpose()
    }

    /// Returns that item as raw attributes.
    #[must_use]
    pub fn current_item(&self) -> Option<&Current> {
        self.current.as_ref()
    }
}

/// Sorts the reasons DynamoDB gives, one per operation.
pub(super) fn cancelled(
    places: &[Role],
    requests: &[Request],
    limits: &[Vec<Limit>],
    failed: &TransactionCanceledException,
) -> Error {
    let reasons = failed.cancellation_reasons().iter().enumerate();
    let operations = reasons.filter_map(|(at, reason)| {
        let place = places.get(at)?;
        let cause = match reason.code()? {
            "None" => return None,
            "ConditionalCheckFailed" => match place.purpose {
                Purpose::Own => Cause::ConditionFailed,
                Purpose::Claim(_) => Cause::Taken,
                Purpose::Count => Cause::Uncounted,
            },
            "TransactionConflict" => Cause::Conflict,
            "ThrottlingError" | "ProvisionedThroughputExceeded" => Cause::Throttled,
            "ItemCollectionSizeLimitExceeded" => Cause::CollectionTooLarge,
            "ValidationError" => Cause::Invalid,
            _ => Cause::Other,
        };
        let current = reason.item().filter(|item| !item.is_empty());
        let hidden = place
            .subject
            .presence
            .zip(current)
            .and_then(|(presence, item)| presence.hides(item));
        let current = current.filter(|_| hidden.is_none()).cloned();
        let broken = current.as_ref().and_then(|item| {
            let mut limits = limits.get(place.index)?.iter();
            let limit = limits.find(|limit| limit.is_broken(item));
            limit.map(|limit| limit.broken.clone())
        });
        let version = place.subject.item.schema.roles.version;
        let unmet = || {
            let own = current.as_ref().filter(|_| place.subject.verb != "create");
            let own = own.filter(|item| !is_foreign(place.subject.item, item))?;
            requests.get(at)?.unmet(version, own)
        };
        let broken = broken.or_else(unmet);
        Some(CancelledOperation {
            index: place.index,
            verb: place.subject.verb,
            item: place.subject.item.name(),
            field: match place.purpose {
                Purpose::Claim(field) => Some(field),
                Purpose::Own | Purpose::Count => None,
            },
            request: at,
            cause,
            current: current.map(Current),
            hidden,
            replaces_alone: place.subject.replaces_alone,
            soft_deletes: place.subject.item.schema.roles.soft_delete.is_some(),
            broken,
            message: without_values(reason.message().unwrap_or_default()),
        })
    });
    let operations = operations.collect();
    Error::TransactionCancelled(Box::new(Cancelled { operations }))
}

impl fmt::Display for Cancelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the transaction was cancelled")?;
        for (number, operation) in self.operations.iter().enumerate() {
            f.write_str(if number == 0 { ": " } else { "; " })?;
            operation.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for CancelledOperation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            index, verb, item, ..
        } = self;
        let preposition = if *verb == "check" { "on" } else { "of" };
        write!(f, "the {verb} {preposition} `{item}` at index {index} ")?;
        f.write_str(match self.cause {
            Cause::ConditionFailed if self.hidden.is_some() || self.broken.is_some() => {
                "failed its condition: "
            }
            Cause::ConditionFailed => match (&self.current, *verb) {
                (Some(_), "create") => "failed its condition: the item already exists",
                (Some(_), _) => "failed its condition: the stored item does not meet it",
                (None, _) => "failed its condition: no such item is stored",
            },
            Cause::Taken => "failed: another item already has the value of its unique field ",
            Cause::Uncounted => {
                "failed: the item with the counter does not exist; create it first, or add `upsert` \
                 to `#[count]`"
            }
            Cause::Conflict => "conflicted with another write of the item; try again",
            Cause::Throttled => "was throttled; slow down",
            Cause::CollectionTooLarge => "would put its partition over 10 GB",
            Cause::Invalid if why_refused(&self.message).is_some() => "",
            Cause::Invalid => "is not accepted by DynamoDB: ",
            Cause::Other => "failed: ",
        })?;
        match self.cause {
            Cause::ConditionFailed if *verb == "create" && self.hidden.is_some() => f.write_str(
                "a deleted item is stored there, and its unique values are not known here; \
                 say which item with `instead_of(&before)`",
            ),
            Cause::ConditionFailed => {
                f.write_str(self.broken.as_deref().unwrap_or_default())?;
                f.write_str(self.hidden.map_or("", Hidden::found))?;
                let is_replaced = self.hidden.is_some() && self.replaces_alone;
                f.write_str(if is_replaced {
                    "; or send the upsert alone, which replaces it"
                } else {
                    ""
                })
            }
            Cause::Taken => {
                write!(f, "`{}`", self.field.unwrap_or_default())?;
                f.write_str(if self.soft_deletes {
                    MAY_BE_DELETED
                } else {
                    ""
                })
            }
            Cause::Invalid => f.write_str(why_refused(&self.message).unwrap_or(&self.message)),
            Cause::Other => f.write_str(&self.message),
            _ => Ok(()),
        }
    }
}
