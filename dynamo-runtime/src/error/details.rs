//! Details that errors carry.

use std::collections::HashMap;
use std::fmt;

use aws_sdk_dynamodb::types::AttributeValue;

/// The stored item that failed a condition. Its `Debug` prints no values.
pub struct Current(pub(crate) HashMap<String, AttributeValue>);

impl Current {
    /// Returns the item as the SDK's attribute values.
    #[must_use]
    pub fn item(&self) -> &HashMap<String, AttributeValue> {
        &self.0
    }
}

impl fmt::Debug for Current {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Current({} attributes)", self.0.len())
    }
}

/// Why a cursor was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CursorError {
    /// The text is not a cursor, or was changed.
    Malformed,
    /// The text is not a [checkpoint](crate::op::bulk::Checkpoint), or was changed.
    MalformedCheckpoint,
    /// It belongs to another query or another partition.
    OtherQuery,
    /// It is encrypted, and the `Db` has no secret.
    NoSecret,
    /// It is not encrypted, and the `Db` has a secret.
    WrongSecret,
    /// The secret of the `Db` is too short.
    WeakSecret,
    /// The system gave no random bytes to encrypt with.
    NoRandomness,
}

impl fmt::Display for CursorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => {
                "the text is not a cursor, or was changed; start again at the first page"
            }
            Self::MalformedCheckpoint => {
                "the text is not a checkpoint, or was changed; start the scan again"
            }
            Self::OtherQuery => {
                "it was made by another query or for another partition; start again at the first \
                 page"
            }
            Self::NoSecret => {
                "it is encrypted, and this `Db` has no cursor secret; use the same \
                 `Db::with_cursor_secret` in every process"
            }
            Self::WrongSecret => {
                "it is not encrypted, and this `Db` has a cursor secret; use the same \
                 `Db::with_cursor_secret` in every process"
            }
            Self::WeakSecret => "the cursor secret is too short; it needs at least 16 bytes",
            Self::NoRandomness => "the system gave no random bytes to encrypt it with",
        })
    }
}

impl std::error::Error for CursorError {}
