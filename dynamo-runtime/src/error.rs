//! The one error of the crate.

mod details;

use std::borrow::Cow;
use std::fmt;

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};

use crate::codec::{DecodeError, EncodeError};
use crate::item::{Record, decoded};
use crate::key::KeyError;
use crate::op::{Cancelled, CancelledOperation, Unread, Unwritten};

pub use self::details::{Current, CursorError, SdkFailure};

/// Everything that can go wrong in an operation.
///
/// What a caller acts on is a variant. Messages name the item, the attribute and what was found;
/// none prints a stored value.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A condition did not hold: the item existed, did not exist, or was not as required. Nothing
    /// was written.
    ConditionFailed {
        /// The item type's name.
        item: &'static str,
        /// What was found, in words.
        found: Cow<'static, str>,
        /// The item as it was found, where there was one.
        current: Option<Box<Current>>,
    },
    /// A key could not be built from its components, or read back into them.
    Key(KeyError),
    /// A value cannot be stored.
    Encode(EncodeError),
    /// A stored item is not of the shape its type expects.
    Decode(DecodeError),
    /// What was found is an item of another type.
    OtherType {
        /// The item type, or the collection, that was to be read.
        expected: &'static str,
        /// The attribute that stores the entity name; empty where the keys tell the types apart.
        attribute: &'static str,
    },
    /// A bulk operation stopped before its end.
    Interrupted {
        /// The items that were done for sure before.
        done: u64,
        /// Why it stopped.
        source: Box<Error>,
    },
    /// The caller's deadline passed before an operation was done.
    TimedOut {
        /// The operation.
        operation: &'static str,
    },
    /// A record of a stream lacks what every record has.
    Stream {
        /// What is wrong with it.
        reason: String,
    },
    /// An item is over DynamoDB's limit. Nothing was sent.
    TooLarge {
        /// The item type's name.
        item: &'static str,
        /// Its size in bytes, names and values together.
        size: usize,
        /// The most bytes DynamoDB takes.
        limit: usize,
    },
    /// A table's name has a variable that the `Db` was not given.
    UnknownVariable {
        /// The variable.
        variable: String,
        /// The table's name with its variables.
        table: String,
    },
    /// A cursor was refused: forged, damaged, or made by another query.
    Cursor(CursorError),
    /// An expression cannot be sent: it is over DynamoDB's limits, or names what it must not.
    Expression {
        /// The item type's name.
        item: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// A query that expects an item found none.
    NotFound {
        /// The item type's name.
        item: &'static str,
        /// The query method.
        query: &'static str,
    },
    /// A query that expects one item found more.
    NotUnique {
        /// The item type's name.
        item: &'static str,
        /// The query method.
        query: &'static str,
    },
    /// Another item has the value of a unique field. Nothing was written.
    Taken {
        /// The item type's name.
        item: &'static str,
        /// The unique field.
        field: &'static str,
    },
    /// A batch read did not come to its end; hands back what was read, and the keys of what was
    /// not.
    Unread(Box<Unread>),
    /// A batch of writes did not come to its end; hands back the writes that were not made.
    Unwritten(Box<Unwritten>),
    /// A transaction was not carried out; says for which operations, and why. Nothing was written.
    TransactionCancelled(Box<Cancelled>),
    /// Operations cannot be sent together as they are. Nothing was sent.
    Refused {
        /// The method of `Db`.
        operation: &'static str,
        /// Which operations, and why.
        reason: String,
    },
    /// A table is not as its schema says.
    Table {
        /// The table's physical name.
        table: String,
        /// What is wrong with it.
        reason: String,
    },
    /// DynamoDB refused the request for want of capacity, after the SDK's retries.
    Throttled(Box<SdkFailure>),
    /// The SDK or DynamoDB failed in another way.
    Sdk(Box<SdkFailure>),
    /// The embedded engine could not be opened.
    #[cfg(feature = "embedded")]
    Engine(dynamo_embedded::EngineError),
}

impl Error {
    /// Whether a condition did not hold, by itself or in a transaction.
    #[must_use]
    pub fn is_condition_failed(&self) -> bool {
        match self {
            Self::ConditionFailed { .. } => true,
            Self::TransactionCancelled(cancelled) => cancelled.is_condition_failed(),
            _ => false,
        }
    }

    /// Whether another item has the value of a unique field.
    #[must_use]
    pub fn is_taken(&self) -> bool {
        match self {
            Self::Taken { .. } => true,
            Self::TransactionCancelled(cancelled) => cancelled.is_taken(),
            _ => false,
        }
    }

    /// Whether DynamoDB refused the request for want of capacity.
    #[must_use]
    pub fn is_throttled(&self) -> bool {
        matches!(self, Self::Throttled(_))
    }

    /// Whether a query that expects an item found none.
    #[must_use]
    pub fn is_not_found(&self) -> bool {
        matches!(self, Self::NotFound { .. })
    }

    /// Returns the item as it was found when a condition on it did not hold; of a transaction the
    /// first of this type.
    ///
    /// # Errors
    ///
    /// [`Error::Decode`] where it is not of type `T`.
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

    /// A request that the SDK does not take.
    pub(crate) fn unsendable(
        operation: &'static str,
        table: &str,
        error: impl std::error::Error + Send + Sync + 'static,
    ) -> Self {
        Self::Sdk(Box::new(SdkFailure {
            operation,
            table: table.to_owned(),
            code: String::new(),
            source: Box::new(error),
        }))
    }

    /// Sorts what the SDK reports of a request into what a caller acts on: for requests that you send
    /// with [`Db::client`](crate::Db::client) yourself.
    pub fn from_sdk<E, R>(operation: &'static str, table: &str, error: SdkError<E, R>) -> Self
    where
        E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
        R: fmt::Debug + Send + Sync + 'static,
    {
        let code = error.code().unwrap_or_default().to_owned();
        let throttled = matches!(
            code.as_str(),
            "ProvisionedThroughputExceededException"
                | "RequestLimitExceeded"
                | "ThrottlingException"
                | "Throttling"
        );
        let failure = Box::new(SdkFailure {
            operation,
            table: table.to_owned(),
            code,
            source: Box::new(error),
        });
        if throttled {
            Self::Throttled(failure)
        } else {
            Self::Sdk(failure)
        }
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
                attribute: "",
            } => write!(
                f,
                "an item of another type than `{expected}` was found, as its keys tell"
            ),
            Self::OtherType {
                expected,
                attribute,
            } => write!(
                f,
                "an item of another type than `{expected}` was found, as its `{attribute}` tells"
            ),
            Self::Interrupted { done, source } => {
                write!(f, "stopped after {done} items: {source}")
            }
            Self::TimedOut { operation } => write!(
                f,
                "`{operation}` was not done when its deadline passed; go on from where it stopped"
            ),
            Self::Stream { reason } => write!(f, "a record of a stream cannot be read: {reason}"),
            Self::TooLarge { item, size, limit } => {
                write!(
                    f,
                    "`{item}` has {size} bytes; DynamoDB takes at most {limit} an item"
                )
            }
            Self::UnknownVariable { variable, table } => write!(
                f,
                "table name `{table}` needs the variable `{variable}`; give it with `Db::with_var(\"{variable}\", …)`"
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
                    "`{field}` of `{item}` is unique, and another item has this value"
                )
            }
            Self::Unread(unread) => unread.fmt(f),
            Self::Unwritten(unwritten) => unwritten.fmt(f),
            Self::TransactionCancelled(cancelled) => cancelled.fmt(f),
            Self::Refused { operation, reason } => {
                write!(f, "`{operation}` sent nothing: {reason}")
            }
            Self::Table { table, reason } => write!(f, "table `{table}`: {reason}"),
            Self::Throttled(failure) => write!(f, "throttled: {failure}"),
            Self::Sdk(failure) => failure.fmt(f),
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
