//! What errors carry.

use std::collections::HashMap;
use std::fmt;

use aws_sdk_dynamodb::error::DisplayErrorContext;
use aws_sdk_dynamodb::types::AttributeValue;

/// An item as it was found when a condition on it did not hold. Its `Debug` prints no values.
pub struct Current(pub(crate) HashMap<String, AttributeValue>);

impl Current {
    /// Returns the item as the SDK has it.
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

/// A failure of the SDK or of DynamoDB, with what was being done.
#[derive(Debug)]
pub struct SdkFailure {
    pub(super) operation: &'static str,
    pub(super) table: String,
    pub(super) code: String,
    pub(super) source: Box<dyn std::error::Error + Send + Sync>,
}

impl SdkFailure {
    /// Returns the DynamoDB operation, such as `PutItem`.
    #[must_use]
    pub fn operation(&self) -> &'static str {
        self.operation
    }

    /// Returns the table's physical name.
    #[must_use]
    pub fn table(&self) -> &str {
        &self.table
    }

    /// Returns DynamoDB's error code, such as `ResourceNotFoundException`; empty where the request
    /// got no answer.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.code
    }
}

impl fmt::Display for SdkFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on table `{}` failed: ", self.operation, self.table)?;
        write!(f, "{}", DisplayErrorContext(&*self.source))
    }
}

/// Why a cursor was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CursorError {
    /// The text is not a cursor, or was changed.
    Malformed,
    /// It was made by another query, or for another partition.
    OtherQuery,
    /// It is encrypted, and the `Db` has no secret; or it is not, and the `Db` has one.
    WrongSecret,
    /// The secret given to the `Db` is too short to be one.
    WeakSecret,
    /// The system gave no random bytes to encrypt with.
    NoRandomness,
}

impl fmt::Display for CursorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "the text is not a cursor, or was changed",
            Self::OtherQuery => "it was made by another query or for another partition",
            Self::WrongSecret => {
                "it is encrypted and the `Db` has no cursor secret, or the reverse"
            }
            Self::WeakSecret => "a cursor secret has at least 16 bytes",
            Self::NoRandomness => "the system gave no random bytes to encrypt it with",
        })
    }
}

impl std::error::Error for CursorError {}
