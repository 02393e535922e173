//! The one error type of the crate.

mod details;
mod failure;
mod throttling;

use std::borrow::Cow;
use std::fmt;

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};

use crate::codec::{DecodeError, EncodeError};
use crate::item::{Record, decoded};
use crate::key::KeyError;
use crate::op::{Cancelled, CancelledOperation, Unread, Unwritten};

pub(crate) use self::failure::{OTHER_FAILURE, without_values};
pub(crate) use self::throttling::throttled;

pub use self::details::{Current, CursorError};
pub use self::failure::SdkFailure;
pub use self::throttling::{Throttling, ThrottlingLimit};

/// Everything that can go wrong in an operation.
///
/// There is one variant per reaction of a caller, and a predicate for the common ones. Each message is
/// one line that says what happened, to what, and what to do. Neither `Display` nor `Debug` prints a
/// stored value, a key or a response, so both may be logged.
///
/// ```
/// # use dynamo_runtime::{Db, Error, Item};
/// # #[derive(Debug, Clone, PartialEq, Item)]
/// # #[table(name = "orders", pk = "customer", sk = "id")]
/// # #[gsi(name = "ByStatus", pk = "status", sk = "total", query = "by_status")]
/// # struct Order { customer: String, id: u32, status: String, total: u32 }
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Error> {
/// # let db = Db::embedded().await?;
/// # db.create_table::<Order>().await?;
/// # for (id, total) in [(1, 40), (2, 10), (3, 25)] {
/// #     Order { customer: "ada".into(), id, status: "open".into(), total }.create().send(&db).await?;
/// # }
/// let order = Order { customer: "ada".into(), id: 1, status: "open".into(), total: 50 };
/// match order.create().send(&db).await {
///     Err(error) if error.is_condition_failed() => {
///         let stored = error.current::<Order>()?;
///         assert_eq!(stored.map(|order| order.total), Some(40));
///     }
///     other => panic!("expected a failed condition, not {other:?}"),
/// }
/// # Ok(())
/// # }
/// ```
#[non_exhaustive]
pub enum Error {
    /// A condition did not hold: the item existed, did not exist, or was not as required. Nothing
    /// was written.
    ConditionFailed {
        /// The name of the item type.
        item: &'static str,
        /// A description of what was found.
        found: Cow<'static, str>,
        /// The stored item, if there is one.
        current: Option<Box<Current>>,
        /// Whether the operation needed an item and there was none. An item that is soft-deleted or
        /// has expired counts as none.
        missing: bool,
    },
    /// A key could not be built from its components, or read back into them.
    Key(KeyError),
    /// A value cannot be stored.
    Encode(EncodeError),
    /// A stored item does not fit its type.
    Decode(DecodeError),
    /// The key or the partition holds an item of another type.
    OtherType {
        /// The item type, or the collection, that was expected.
        expected: &'static str,
        /// The members, if that is a collection; empty otherwise.
        members: Vec<&'static str>,
        /// The type that the item names, if it is known.
        found: Option<String>,
        /// The attribute that stores the type's name; empty if the keys tell the types apart.
        attribute: &'static str,
    },
    /// A bulk operation stopped before its end.
    Interrupted {
        /// How many items were certainly done before.
        done: u64,
        /// Why it stopped.
        source: Box<Error>,
    },
    /// The caller's deadline passed before an operation was done.
    TimedOut {
        /// The operation.
        operation: &'static str,
    },
    /// A table's stream cannot be read: a record is not in DynamoDB's form, or a checkpoint is not
    /// one of this stream.
    Stream {
        /// The reason.
        reason: String,
    },
    /// Changes of a table were not read and are gone from its stream. What was derived from earlier
    /// changes has to be made anew from the table.
    ChangesLost {
        /// The table's physical name.
        table: String,
        /// Why they are gone.
        reason: &'static str,
    },
    /// An item is over DynamoDB's limit. Nothing was sent.
    TooLarge {
        /// The name of the item type.
        item: &'static str,
        /// Its size in bytes, names and values together.
        size: usize,
        /// The most bytes that DynamoDB accepts.
        limit: usize,
    },
    /// A table's name has a variable that the `Db` has no value for.
    UnknownVariable {
        /// The variable.
        variable: String,
        /// The table's name with its variables.
        table: String,
    },
    /// A cursor was refused: it is forged, damaged, or belongs to another query.
    Cursor(CursorError),
    /// An expression cannot be sent: it exceeds DynamoDB's limits, or names something it must not.
    Expression {
        /// The name of the item type.
        item: &'static str,
        /// The reason.
        reason: String,
    },
    /// A query that expects an item found none.
    NotFound {
        /// The name of the item type.
        item: &'static str,
        /// The query method.
        query: &'static str,
    },
    /// A query that expects one item found more.
    NotUnique {
        /// The name of the item type.
        item: &'static str,
        /// The query method.
        query: &'static str,
    },
    /// Another item has the value of a unique field. Nothing was written.
    Taken {
        /// The name of the item type.
        item: &'static str,
        /// The unique field.
        field: &'static str,
    },
    /// The item with the counter does not exist, so this one cannot be counted. Nothing was
    /// written.
    Uncounted {
        /// The name of the item type that was written.
        item: &'static str,
        /// The name of the item type with the counter.
        counter: &'static str,
    },
    /// A batch read stopped early; hands back the items that were read and the keys that were not.
    Unread(Box<Unread>),
    /// A batch of writes stopped early; hands back the writes that were not made.
    Unwritten(Box<Unwritten>),
    /// A transaction was cancelled; says which operations failed, and why. Nothing was written.
    TransactionCancelled(Box<Cancelled>),
    /// Operations cannot be sent together as they are. Nothing was sent.
    Refused {
        /// The method of `Db`.
        operation: &'static str,
        /// Which operations, and why.
        reason: String,
    },
    /// A table differs from its declaration.
    Table {
        /// The table's physical name.
        table: String,
        /// The reason.
        reason: String,
    },
    /// DynamoDB throttled the request, even after the SDK's retries.
    /// [`throttling`](SdkFailure::throttling) says which limit was exceeded.
    Throttled(Box<SdkFailure>),
    /// The SDK or DynamoDB failed in another way: no table, no connection, no credentials.
    Sdk(Box<SdkFailure>),
    /// The embedded engine could not be opened.
    #[cfg(feature = "embedded")]
    Engine(dynamo_embedded::EngineError),
}

impl Error {
    /// Returns whether a condition did not hold, alone or in a transaction.
    #[must_use]
    pub fn is_condition_failed(&self) -> bool {
        match self {
            Self::ConditionFailed { .. } => true,
            Self::TransactionCancelled(cancelled) => cancelled.is_condition_failed(),
            _ => false,
        }
    }

    /// Returns whether another item has the value of a unique field.
    #[must_use]
    pub fn is_taken(&self) -> bool {
        match self {
            Self::Taken { .. } => true,
            Self::TransactionCancelled(cancelled) => cancelled.is_taken(),
            _ => false,
        }
    }

    /// Returns whether DynamoDB throttled the request.
    #[must_use]
    pub fn is_throttled(&self) -> bool {
        matches!(self, Self::Throttled(_))
    }

    /// Returns whether an operation needed an item and there was none: `one` found nothing, or an
    /// update, a `replace`, a `modify`, a check or a write with a condition met no item. In a
    /// transaction, one such operation is enough.
    ///
    /// An item that is soft-deleted or has expired counts as none. A missing *table* is an
    /// [`Error::Sdk`] and does not count here.
    #[must_use]
    pub fn is_not_found(&self) -> bool {
        match self {
            Self::NotFound { .. } | Self::ConditionFailed { missing: true, .. } => true,
            Self::TransactionCancelled(cancelled) => cancelled.is_not_found(),
            _ => false,
        }
    }

    /// Returns the stored item that failed a condition; in a transaction, the first of this type.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Decode`] if it does not fit type `T`.
    pub fn current<T: Record>(&self) -> Result<Option<T>, Error> {
        match self {
            Self::ConditionFailed {
                current: Some(current),
                ..
            } => decoded(&current.0).map(Some),
            Self::TransactionCancelled(cancelled) => {
                let mut operations = cancelled.operations().iter();
                let found = |operation: &&CancelledOperation| {
                    operation.item() == T::NAME && operation.current_item().is_some()
                };
                match operations.find(found) {
                    Some(operation) => operation.current(),
                    None => Ok(None),
                }
            }
            _ => Ok(None),
        }
    }

    pub(crate) fn encode(item: &'static str, error: EncodeError) -> Self {
        Self::Encode(error.with_item(item))
    }

    pub(crate) fn decode(item: &'static str, error: DecodeError) -> Self {
        Self::Decode(error.with_item(item))
    }

    pub(crate) fn refused(operation: &'static str, reason: String) -> Self {
        Self::Refused { operation, reason }
    }

    /// The error of a request that the SDK does not accept.
    pub(crate) fn unsendable(
        operation: &'static str,
        table: &str,
        error: impl std::error::Error + Send + Sync + 'static,
    ) -> Self {
        Self::Sdk(Box::new(SdkFailure::new(operation, table, error)))
    }

    /// Turns an SDK error into the variant that a caller acts on, for requests that you send
    /// yourself with [`Db::client`](crate::Db::client).
    pub fn from_sdk<E, R>(operation: &'static str, table: &str, error: SdkError<E, R>) -> Self
    where
        E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
        R: fmt::Debug + Send + Sync + 'static,
    {
        let failure = Box::new(SdkFailure::of_sdk(operation, table, error));
        if failure.is_throttled() {
            Self::Throttled(failure)
        } else {
            Self::Sdk(failure)
        }
    }

    /// Names the Rust type of the table, for the advice to create it.
    pub(crate) fn on_table_type(mut self, table_type: Option<&'static str>) -> Self {
        if let Self::Sdk(failure) = &mut self {
            failure.set_table_type(table_type);
        }
        self
    }

    fn variant(&self) -> &'static str {
        match self {
            Self::ConditionFailed { .. } => "ConditionFailed",
            Self::Key(_) => "Key",
            Self::Encode(_) => "Encode",
            Self::Decode(_) => "Decode",
            Self::OtherType { .. } => "OtherType",
            Self::Interrupted { .. } => "Interrupted",
            Self::TimedOut { .. } => "TimedOut",
            Self::Stream { .. } => "Stream",
            Self::ChangesLost { .. } => "ChangesLost",
            Self::TooLarge { .. } => "TooLarge",
            Self::UnknownVariable { .. } => "UnknownVariable",
            Self::Cursor(_) => "Cursor",
            Self::Expression { .. } => "Expression",
            Self::NotFound { .. } => "NotFound",
            Self::NotUnique { .. } => "NotUnique",
            Self::Taken { .. } => "Taken",
            Self::Uncounted { .. } => "Uncounted",
            Self::Unread(_) => "Unread",
            Self::Unwritten(_) => "Unwritten",
            Self::TransactionCancelled(_) => "TransactionCancelled",
            Self::Refused { .. } => "Refused",
            Self::Table { .. } => "Table",
            Self::Throttled(_) => "Throttled",
            Self::Sdk(_) => "Sdk",
            #[cfg(feature = "embedded")]
            Self::Engine(_) => "Engine",
        }
    }
}

/// Writes that an item of another type was found, and how to read it.
fn other_type(
    f: &mut fmt::Formatter<'_>,
    expected: &str,
    members: &[&str],
    found: Option<&str>,
    attribute: &str,
) -> fmt::Result {
    if members.is_empty() {
        write!(f, "expected an item of type `{expected}`, found one of ")?;
    } else {
        let members: Vec<_> = members.iter().map(|name| format!("`{name}`")).collect();
        let members = members.join(", ");
        write!(f, "`{expected}` reads {members}, and found an item of ")?;
    }
    match (found, attribute) {
        (Some(found), _) => write!(f, "type `{found}`; ")?,
        (None, "") => f.write_str("another type, as its keys show; ")?,
        (None, attribute) => write!(f, "another type, as its `{attribute}` shows; ")?,
    }
    if members.is_empty() {
        f.write_str("read it as its own type, or both with a `Collection`")
    } else {
        write!(
            f,
            "add that type to `{expected}`, or leave such items out with `skip_unknown()`"
        )
    }
}

/// Shows the variant and its message; `main` prints this form when it returns an error.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {self}", self.variant())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ConditionFailed { item, found, .. } => {
                write!(f, "condition on `{item}` failed: {found}")
            }
            Self::Key(error) => error.fmt(f),
            Self::Encode(error) => error.fmt(f),
            Self::Decode(error) => error.fmt(f),
            Self::OtherType {
                expected,
                members,
                found,
                attribute,
            } => other_type(f, expected, members, found.as_deref(), attribute),
            Self::Interrupted { done, source } => {
                write!(f, "stopped after {done} items: {source}")
            }
            Self::TimedOut { operation } => write!(
                f,
                "`{operation}` did not finish before its deadline; continue from where it stopped"
            ),
            Self::Stream { reason } => write!(f, "the stream cannot be read: {reason}"),
            Self::ChangesLost { table, reason } => write!(
                f,
                "changes of table `{table}` are lost: {reason}; bring what you derive from them up to \
                 date from the table, then follow its stream anew"
            ),
            Self::TooLarge { item, size, limit } => {
                write!(
                    f,
                    "`{item}` has {size} bytes; DynamoDB stores at most {limit} per item"
                )
            }
            Self::UnknownVariable { variable, table } => write!(
                f,
                "table name `{table}` needs the variable `{variable}`; set it with `Db::with_var(\"{variable}\", …)`"
            ),
            Self::Cursor(error) => write!(f, "cursor refused: {error}"),
            Self::Expression { item, reason } => write!(f, "expression on `{item}`: {reason}"),
            Self::NotFound { item, query } => write!(f, "`{item}::{query}` found no item"),
            Self::NotUnique { item, query } => {
                write!(f, "`{item}::{query}` found more than one item")
            }
            Self::Taken { item, field } => {
                write!(
                    f,
                    "another item has this value of `{field}`, which is unique for `{item}`"
                )
            }
            Self::Uncounted { item, counter } => write!(
                f,
                "the `{counter}` that this `{item}` is counted in is not stored; create it first, or \
                 write `upsert` in `#[count]`"
            ),
            Self::Unread(unread) => unread.fmt(f),
            Self::Unwritten(unwritten) => unwritten.fmt(f),
            Self::TransactionCancelled(cancelled) => cancelled.fmt(f),
            Self::Refused { operation, reason } => {
                write!(f, "`{operation}` sent nothing: {reason}")
            }
            Self::Table { table, reason } => write!(f, "table `{table}`: {reason}"),
            Self::Throttled(failure) | Self::Sdk(failure) => failure.fmt(f),
            #[cfg(feature = "embedded")]
            Self::Engine(error) => write!(f, "embedded engine: {error}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Key(error) => Some(error),
            Self::Encode(error) => Some(error),
            Self::Decode(error) => Some(error),
            Self::Cursor(error) => Some(error),
            Self::Unread(unread) => unread.failure().map(|failure| failure as _),
            Self::Unwritten(unwritten) => unwritten.failure().map(|failure| failure as _),
            Self::Throttled(failure) | Self::Sdk(failure) => Some(&*failure.source),
            #[cfg(feature = "embedded")]
            Self::Engine(error) => Some(error),
            _ => None,
        }
    }
}

impl From<KeyError> for Error {
    fn from(error: KeyError) -> Self {
        Self::Key(error)
    }
}
