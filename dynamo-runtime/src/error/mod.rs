//! The one error type of the crate.

mod classify;
mod details;
mod display;
mod failure;
mod throttling;
mod told;

use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt;

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};

use crate::codec::{DecodeError, EncodeError};
use crate::item::{ItemType, Record, decoded};
use crate::key::KeyError;
use crate::op::{Cancelled, CancelledOperation, Unread, Unwritten};

pub(crate) use self::classify::why_refused;
pub(crate) use self::display::MAY_BE_DELETED;
pub(crate) use self::failure::OTHER_FAILURE;
pub(crate) use self::throttling::throttled;
pub(crate) use self::told::without_values;

pub use self::details::{Current, CursorError};
pub use self::failure::SdkFailure;
pub use self::throttling::{Throttling, ThrottlingLimit};

/// Everything that can go wrong in an operation.
///
/// There is one variant per way to react, and predicates for the common ones. Each message is one
/// line that says what happened, to what, and what to do. Neither `Display` nor `Debug` prints a
/// stored value, a key or a response, so you can log both.
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
    /// Changes of a table were gone from its stream before they were read. Rebuild from the table
    /// whatever you derive from the changes.
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
        /// The query method, or `key` for a read by key in your own code.
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
        /// Whether that item may be soft-deleted, since such an item keeps its unique values.
        may_be_deleted: bool,
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

    /// Returns whether throttling is the cause: of a request, of every operation that cancelled a
    /// transaction, or of what a batch or a bulk operation left undone.
    ///
    /// Unprocessed parts of a batch count as throttled: there is seldom another cause.
    #[must_use]
    pub fn is_throttled(&self) -> bool {
        match self {
            Self::Throttled(_) => true,
            Self::TransactionCancelled(cancelled) => cancelled.is_throttled(),
            Self::Unwritten(unwritten) => unwritten.is_throttled(),
            Self::Unread(unread) => unread.is_throttled(),
            Self::Interrupted { source, .. } => source.is_throttled(),
            _ => false,
        }
    }

    /// Whether it is a single request that DynamoDB throttled, and that may be sent again.
    pub(crate) fn is_throttled_request(&self) -> bool {
        matches!(self, Self::Throttled(_))
    }

    /// Whether it is about a request that DynamoDB may have carried out all the same.
    pub(crate) fn is_unconfirmed(&self) -> bool {
        matches!(self, Self::Sdk(failure) if failure.is_unconfirmed())
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
    /// Returns `None` if the write was not of type `T`, and the item does not fit it.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Decode`] or [`Error::OtherType`] if the write was of type `T`, and the item
    /// does not fit it.
    pub fn current<T: Record>(&self) -> Result<Option<T>, Error> {
        match self {
            Self::ConditionFailed {
                item,
                current: Some(current),
                ..
            } => match decoded(&current.0) {
                Ok(item) => Ok(Some(item)),
                Err(_) if *item != T::NAME => Ok(None),
                Err(error) => Err(error),
            },
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

    /// Names the item type of the request.
    pub(crate) fn on_item(mut self, item: &'static str) -> Self {
        if let Self::Sdk(failure) = &mut self {
            failure.set_item(item);
        }
        self
    }
}

impl Error {
    /// The same for several item types, if they have one table.
    pub(crate) fn on_tables_of<'t>(self, types: impl Iterator<Item = &'t ItemType>) -> Self {
        let mut paths = types.map(|of| (of.table_type)());
        let first = paths.next();
        let only = first.filter(|first| paths.all(|path| path == *first));
        match only.and_then(|path| path.rsplit("::").next()) {
            Some(name) => self.on_table_type(Some(name)),
            None => self,
        }
    }
}

impl From<KeyError> for Error {
    fn from(error: KeyError) -> Self {
        Self::Key(error)
    }
}

/// For conversions that cannot fail, such as that of a text to a cursor.
///
/// ```
/// use dynamo_runtime::{Cursor, Error};
///
/// fn cursor(text: &str) -> Result<Cursor, Error> {
///     Ok(text.parse()?)
/// }
///
/// assert!(cursor("from a link").is_ok());
/// ```
impl From<Infallible> for Error {
    fn from(error: Infallible) -> Self {
        match error {}
    }
}
