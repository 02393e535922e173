//! The text of an error.

use std::fmt;

use super::failure::TO_SHRINK;
use super::{CursorError, Error};

impl Error {
    /// The variant's name.
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

/// A hint about the item that has a unique value, if reads may not find it.
pub(crate) const MAY_BE_DELETED: &str = " (it may be soft-deleted)";

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
                "changes of table `{table}` are lost: {reason}; rebuild from the table what you derive \
                 from its changes, then follow its stream again"
            ),
            Self::TooLarge { item, size, limit } => {
                write!(
                    f,
                    "`{item}` has {size} bytes, and DynamoDB stores at most {limit} per item; {TO_SHRINK}"
                )
            }
            Self::UnknownVariable { variable, table } => write!(
                f,
                "table name `{table}` needs the variable `{variable}`; set it with `Db::with_var(\"{variable}\", …)`"
            ),
            Self::Cursor(error @ (CursorError::WeakSecret | CursorError::MalformedCheckpoint)) => {
                error.fmt(f)
            }
            Self::Cursor(error) => write!(f, "cursor refused: {error}"),
            Self::Expression { item, reason } => write!(f, "expression on `{item}`: {reason}"),
            Self::NotFound { item, query: "key" } => {
                write!(f, "there is no `{item}` with this key")
            }
            Self::NotFound { item, query } => write!(
                f,
                "`{item}::{query}` found no item; use `first` if there may be none"
            ),
            Self::NotUnique { item, query } => {
                write!(
                    f,
                    "`{item}::{query}` found more than one item; use `all` or `first`"
                )
            }
            Self::Taken {
                item,
                field,
                may_be_deleted,
            } => {
                let deleted = if *may_be_deleted { MAY_BE_DELETED } else { "" };
                write!(
                    f,
                    "another `{item}` already has this value of the unique field `{field}`{deleted}"
                )
            }
            Self::Uncounted { item, counter } => write!(
                f,
                "the `{counter}` that counts this `{item}` does not exist; create it first, or add \
                 `upsert` to `#[count]`"
            ),
            Self::Unread(unread) => unread.fmt(f),
            Self::Unwritten(unwritten) => unwritten.fmt(f),
            Self::TransactionCancelled(cancelled) => cancelled.fmt(f),
            Self::Refused { operation, reason } => {
                write!(f, "`{operation}` was not sent: {reason}")
            }
            Self::Table { table, reason } => write!(f, "table `{table}`: {reason}"),
            Self::Throttled(failure) | Self::Sdk(failure) => failure.fmt(f),
            #[cfg(feature = "embedded")]
            Self::Engine(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            // The message contains that of the inner error, so a report of the whole chain goes on
            // with what is behind it.
            Self::Key(error) => error.source(),
            Self::Encode(error) => error.source(),
            Self::Decode(error) => error.source(),
            Self::Cursor(error) => error.source(),
            Self::Interrupted { source, .. } => source.source(),
            Self::Unread(unread) => unread.failure()?.source(),
            Self::Unwritten(unwritten) => unwritten.failure()?.source(),
            Self::Throttled(failure) | Self::Sdk(failure) => Some(&failure.source),
            #[cfg(feature = "embedded")]
            Self::Engine(error) => error.source(),
            _ => None,
        }
    }
}
