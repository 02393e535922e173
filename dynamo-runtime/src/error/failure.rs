//! Failures of the SDK or of DynamoDB, described in one line for a person.

use std::error::Error as StdError;
use std::fmt;

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};

use super::classify::{FailureKind, kind_of};
use super::throttling::{self, Throttling, reasons};
use super::told::{causes, told, without_values};

/// A failure of the SDK or of DynamoDB, with the operation and the table it happened on.
///
/// Its message is one line that says what to do. `Display`, `Debug` and the
/// [`source`](std::error::Error::source) of the [`Error`](crate::Error) show neither the request nor
/// the response nor a value in them; [`sdk_error`](Self::sdk_error) is the SDK's own error, which may.
pub struct SdkFailure {
    operation: &'static str,
    table: String,
    problem: FailureKind,
    /// The Rust type of the table, as `db.create_table::<…>()` names it.
    table_type: Option<&'static str>,
    /// The name of the item type; empty if it is not known, or there are several.
    item: &'static str,
    throttling: Vec<Throttling>,
    pub(super) source: SdkCause,
}

/// The SDK's own error, shown without values, so that a report of a chain of errors has none.
pub(super) struct SdkCause {
    /// DynamoDB's error code; empty if the request got no answer.
    code: String,
    error: Box<dyn StdError + Send + Sync>,
}

impl fmt::Display for SdkCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.code.is_empty() {
            f.write_str(&without_values(&told(&*self.error)))
        } else {
            write!(f, "DynamoDB answered {}", self.code)
        }
    }
}

impl fmt::Debug for SdkCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The chain ends here: what is behind it may show values.
impl StdError for SdkCause {}

/// The most bytes of an item.
///
/// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html>
const MAX_ITEM_BYTES: usize = 400 * 1024;

/// The remedy for an item that is too large.
pub(super) const TO_SHRINK: &str = "split it, or keep large values elsewhere, such as in S3";

/// OpenTelemetry's word for a failure without a word of its own.
pub(crate) const OTHER_FAILURE: &str = "_OTHER";

impl SdkFailure {
    pub(super) fn new(
        operation: &'static str,
        table: &str,
        error: impl StdError + Send + Sync + 'static,
    ) -> Self {
        Self {
            operation,
            table: table.to_owned(),
            problem: FailureKind::Other(told(&error)),
            table_type: None,
            item: "",
            throttling: Vec::new(),
            source: SdkCause {
                code: String::new(),
                error: Box::new(error),
            },
        }
    }

    pub(super) fn of_sdk<E, R>(operation: &'static str, table: &str, error: SdkError<E, R>) -> Self
    where
        E: ProvideErrorMetadata + StdError + Send + Sync + 'static,
        R: fmt::Debug + Send + Sync + 'static,
    {
        let throttling = causes(&error).map(reasons).find(|found| !found.is_empty());
        Self {
            operation,
            table: table.to_owned(),
            problem: kind_of(operation, &error),
            table_type: None,
            item: "",
            throttling: throttling.unwrap_or_default(),
            source: SdkCause {
                code: error.code().unwrap_or_default().to_owned(),
                error: Box::new(error),
            },
        }
    }

    /// Names the Rust type of the table, for the advice to create it.
    pub(crate) fn set_table_type(&mut self, table_type: Option<&'static str>) {
        self.table_type = table_type;
    }

    /// Names the item type.
    pub(crate) fn set_item(&mut self, item: &'static str) {
        self.item = item;
    }

    /// Says where an update changes a value inside one that is not stored, if that is the failure.
    pub(crate) fn explain_outer_value(&mut self, told: impl FnOnce() -> Option<String>) {
        if let FailureKind::NoOuterValue(known) = &mut self.problem {
            *known = told();
        }
    }

    /// Whether DynamoDB may have carried out the request all the same.
    pub(crate) fn is_unconfirmed(&self) -> bool {
        use FailureKind::{Garbled, Lost, TimedOut};
        matches!(self.problem, TimedOut | Lost | Garbled)
    }

    pub(super) fn is_throttled(&self) -> bool {
        matches!(self.problem, FailureKind::Throttled)
    }

    /// Returns the DynamoDB operation, such as `PutItem`.
    #[must_use]
    pub fn operation(&self) -> &'static str {
        self.operation
    }

    /// Returns the physical name of the table, or several names separated by commas.
    #[must_use]
    pub fn table(&self) -> &str {
        &self.table
    }

    /// Returns DynamoDB's error code, such as `ResourceNotFoundException`; empty if the request got
    /// no answer.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.source.code
    }

    /// Returns the SDK's own error, such as an `SdkError<PutItemError>`, to downcast.
    ///
    /// Its `Display` and `Debug` may show keys, values and the response, so do not log it.
    #[must_use]
    pub fn sdk_error(&self) -> &(dyn StdError + Send + Sync + 'static) {
        &*self.source.error
    }

    /// The failure in one word: DynamoDB's error code, or why there was no answer.
    pub(crate) fn kind(&self) -> &str {
        if !self.code().is_empty() {
            return self.code();
        }
        match self.problem {
            FailureKind::TimedOut => "timeout",
            FailureKind::Refused
            | FailureKind::UnknownHost
            | FailureKind::Unreachable
            | FailureKind::Lost => "connection",
            FailureKind::NoCredentials => "no_credentials",
            FailureKind::NoRegion => "no_region",
            _ => OTHER_FAILURE,
        }
    }

    /// Returns which limits were exceeded, as DynamoDB reports them; empty if the request was not
    /// throttled, or the engine gives no reasons.
    #[must_use]
    pub fn throttling(&self) -> &[Throttling] {
        &self.throttling
    }

    fn advice_to_create(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.table_type.unwrap_or("…");
        write!(
            f,
            "create it with `db.ensure_table::<{name}>()` or `db.create_table::<{name}>()`, or \
             check the table's name, the region and the endpoint"
        )
    }

    fn throttled(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.throttling.is_empty() {
            return throttling::write_all(&self.throttling, f);
        }
        f.write_str(match self.code() {
            "RequestLimitExceeded" => {
                "the account's quota is exceeded; slow down, or ask AWS to raise it"
            }
            "ProvisionedThroughputExceededException" => {
                "the provisioned capacity of the table or of an index is exceeded; slow down, \
                 raise it, or look for a hot partition key"
            }
            _ => {
                "the capacity of the table, an index or a partition is exceeded; slow down, or \
                 look for a hot partition key"
            }
        })
    }

    /// Says what may have happened to a request without an answer, and the remedy.
    fn unconfirmed(&self) -> &'static str {
        match self.operation {
            "PutItem" | "UpdateItem" | "DeleteItem" => {
                ", and the write may have been made; read the item, or try again"
            }
            "BatchWriteItem" | "TransactWriteItems" => {
                ", and the writes may have been made; try again"
            }
            _ if self.is_read() => "; try again",
            _ => ", and it may have been carried out; try again",
        }
    }

    fn is_read(&self) -> bool {
        let reads = ["Get", "BatchGet", "TransactGet", "Query", "Scan", "Search"];
        let mut reads = reads.into_iter().chain(["Describe", "List"]);
        reads.any(|word| self.operation.starts_with(word))
    }

    /// The remedy for a request that got no answer, if one was expected.
    fn write_unanswered(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.problem {
            FailureKind::Refused => {
                "nothing listens at the endpoint (connection refused); start the server there, or \
                 correct the endpoint, which `AWS_ENDPOINT_URL_DYNAMODB` or the client names"
            }
            FailureKind::UnknownHost => {
                "the endpoint's host name was not found; check the region, the endpoint and the \
                 network"
            }
            FailureKind::Unreachable => {
                "no connection to the endpoint could be made; check the network and the endpoint"
            }
            FailureKind::NoCredentials => {
                "no AWS credentials were found; set `AWS_ACCESS_KEY_ID` and \
                 `AWS_SECRET_ACCESS_KEY`, name a profile in `AWS_PROFILE`, or log in with `aws sso \
                 login`"
            }
            FailureKind::NoRegion => {
                "no AWS region is set; set `AWS_REGION`, or give the client one"
            }
            FailureKind::TimedOut if self.is_read() => {
                "it timed out; try again, or give the client longer time-outs"
            }
            FailureKind::TimedOut => {
                "it timed out, and may or may not have been carried out; try again, or give the \
                 client longer time-outs"
            }
            FailureKind::Lost => return write!(f, "the connection broke{}", self.unconfirmed()),
            _ => {
                "the response is not DynamoDB's, or is incomplete; try again, or check the endpoint \
                 and any proxy"
            }
        })
    }

    /// The remedy for an update that DynamoDB does not accept for the stored item.
    fn write_refused_update(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.problem {
            FailureKind::NoOuterValue(Some(told)) => write!(f, "the update {told}"),
            FailureKind::NoOuterValue(None) => f.write_str(
                "the update changes a value inside one that the stored item lacks; set the whole of \
                 the outer value",
            ),
            _ => {
                let item = match self.item {
                    "" => "item".to_owned(),
                    item => format!("`{item}`"),
                };
                write!(
                    f,
                    "the update makes the {item} larger than {MAX_ITEM_BYTES} bytes, DynamoDB's limit \
                     per item; {TO_SHRINK}"
                )
            }
        }
    }
}

impl fmt::Display for SdkFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on table `{}` ", self.operation, self.table)?;
        f.write_str(match self.problem {
            FailureKind::Throttled => "was throttled: ",
            FailureKind::TimedOut | FailureKind::Lost => "got no answer: ",
            _ => "failed: ",
        })?;
        let code = self.code();
        match &self.problem {
            FailureKind::MissingTable => {
                f.write_str("the table does not exist; ")?;
                self.advice_to_create(f)
            }
            FailureKind::NothingToDelete => f.write_str("the table does not exist"),
            FailureKind::TableExists => f.write_str(
                "the table already exists; `db.ensure_table` creates it only if it is missing",
            ),
            FailureKind::MissingIndex(name) => {
                f.write_str("the table lacks the index")?;
                if !name.is_empty() {
                    write!(f, " `{name}`")?;
                }
                let table = self.table_type.unwrap_or("…");
                write!(f, "; add it with `db.add_missing_indexes::<{table}>()`")
            }
            FailureKind::OtherKeys => {
                let table = self.table_type.unwrap_or("…");
                write!(
                    f,
                    "the keys of the table or of an index are not as declared; \
                     `db.verify_table::<{table}>()` lists the differences"
                )
            }
            FailureKind::Refused
            | FailureKind::UnknownHost
            | FailureKind::Unreachable
            | FailureKind::NoCredentials
            | FailureKind::NoRegion
            | FailureKind::TimedOut
            | FailureKind::Lost
            | FailureKind::Garbled => self.write_unanswered(f),
            FailureKind::NotDynamo(status) => write!(
                f,
                "the endpoint answered with status {status}, not like DynamoDB; check the endpoint \
                 and any proxy"
            ),
            FailureKind::NotAllowed(message) => {
                let message = message.trim_end_matches('.');
                write!(
                    f,
                    "{code}: {message}; check the credentials and their policy"
                )
            }
            FailureKind::Throttled => self.throttled(f),
            FailureKind::Internal => write!(
                f,
                "DynamoDB had an internal error ({code}), even after retries; try again"
            ),
            FailureKind::UsedToken => f.write_str(
                "its token was used for a different transaction in the last ten minutes; use another \
                 token, or send the same operations",
            ),
            FailureKind::Conflict => f.write_str("a transaction is writing the item; try again"),
            FailureKind::TooLarge | FailureKind::NoOuterValue(_) => self.write_refused_update(f),
            FailureKind::Other(message) if code.is_empty() => f.write_str(message),
            FailureKind::Other(message) if message.is_empty() => f.write_str(code),
            FailureKind::Other(message) => write!(f, "{code}: {message}"),
        }
    }
}

impl fmt::Debug for SdkFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SdkFailure")
            .field("operation", &self.operation)
            .field("table", &self.table)
            .field("code", &self.code())
            .field("problem", &self.problem)
            .field("throttling", &self.throttling)
            .finish_non_exhaustive()
    }
}
