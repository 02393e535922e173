//! Failures of the SDK or of DynamoDB, described in one line for a person.

use std::error::Error as StdError;
use std::fmt;
use std::io;

use aws_credential_types::provider::error::CredentialsError;
use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};

use super::throttling::{Throttling, reasons};

/// A failure of the SDK or of DynamoDB, with the operation and the table it happened on.
///
/// Its message is one line that says what to do. Neither `Display` nor `Debug` shows the request, the
/// response or a value in them; [`source`](std::error::Error::source) of the [`Error`](crate::Error)
/// is the SDK's own error, for a debugger.
pub struct SdkFailure {
    operation: &'static str,
    table: String,
    code: String,
    problem: FailureKind,
    /// The Rust type of the table, as `db.create_table::<…>()` names it.
    table_type: Option<&'static str>,
    throttling: Vec<Throttling>,
    pub(super) source: Box<dyn StdError + Send + Sync>,
}

/// OpenTelemetry's word for a failure without a word of its own.
pub(crate) const OTHER_FAILURE: &str = "_OTHER";

/// The kind of failure, by what a person can do about it.
#[derive(Debug)]
enum FailureKind {
    MissingTable,
    TableExists,
    /// Its name, if the message has it.
    MissingIndex(String),
    Refused,
    UnknownHost,
    Unreachable,
    TimedOut,
    NoCredentials,
    NoRegion,
    /// AWS's message about the credentials or the permissions.
    NotAllowed(String),
    Throttled,
    Other(String),
}

impl SdkFailure {
    pub(super) fn new(
        operation: &'static str,
        table: &str,
        error: impl StdError + Send + Sync + 'static,
    ) -> Self {
        Self {
            operation,
            table: table.to_owned(),
            code: String::new(),
            problem: FailureKind::Other(told(&error)),
            table_type: None,
            throttling: Vec::new(),
            source: Box::new(error),
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
            code: error.code().unwrap_or_default().to_owned(),
            problem: problem(operation, &error),
            table_type: None,
            throttling: throttling.unwrap_or_default(),
            source: Box::new(error),
        }
    }

    /// Names the Rust type of the table, for the advice to create it.
    pub(crate) fn set_table_type(&mut self, table_type: Option<&'static str>) {
        self.table_type = table_type;
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
        &self.code
    }

    /// The failure in one word: DynamoDB's error code, or why there was no answer.
    pub(crate) fn kind(&self) -> &str {
        if !self.code.is_empty() {
            return &self.code;
        }
        match self.problem {
            FailureKind::TimedOut => "timeout",
            FailureKind::Refused | FailureKind::UnknownHost | FailureKind::Unreachable => {
                "connection"
            }
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
        for (number, throttling) in self.throttling.iter().enumerate() {
            let separator = if number == 0 { "" } else { "; " };
            write!(f, "{separator}{throttling}")?;
        }
        if self.throttling.is_empty() {
            f.write_str(match self.code.as_str() {
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
            })?;
        }
        Ok(())
    }
}

impl fmt::Display for SdkFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on table `{}` ", self.operation, self.table)?;
        f.write_str(match self.problem {
            FailureKind::Throttled => "was throttled: ",
            FailureKind::TimedOut => "got no answer: ",
            _ => "failed: ",
        })?;
        match &self.problem {
            FailureKind::MissingTable => {
                f.write_str("the table does not exist; ")?;
                self.advice_to_create(f)
            }
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
            FailureKind::Refused => f.write_str(
                "nothing listens at the endpoint (connection refused); start the server there, or \
                 correct the endpoint, which `AWS_ENDPOINT_URL_DYNAMODB` or the client names",
            ),
            FailureKind::UnknownHost => f.write_str(
                "the endpoint's host name was not found; check the region, the endpoint and the \
                 network",
            ),
            FailureKind::Unreachable => f.write_str(
                "the connection to the endpoint broke; check the network and the endpoint",
            ),
            FailureKind::TimedOut => f.write_str(
                "it timed out, and may or may not have been carried out; try again, or give the client \
                 longer time-outs",
            ),
            FailureKind::NoCredentials => f.write_str(
                "no AWS credentials were found; set `AWS_ACCESS_KEY_ID` and \
                 `AWS_SECRET_ACCESS_KEY`, name a profile in `AWS_PROFILE`, or log in with `aws sso \
                 login`",
            ),
            FailureKind::NoRegion => {
                f.write_str("no AWS region is set; set `AWS_REGION`, or give the client one")
            }
            FailureKind::NotAllowed(message) => write!(
                f,
                "{}: {message}; check the credentials and their policy",
                self.code
            ),
            FailureKind::Throttled => self.throttled(f),
            FailureKind::Other(message) if self.code.is_empty() => f.write_str(message),
            FailureKind::Other(message) if message.is_empty() => f.write_str(&self.code),
            FailureKind::Other(message) => write!(f, "{}: {message}", self.code),
        }
    }
}

impl fmt::Debug for SdkFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SdkFailure")
            .field("operation", &self.operation)
            .field("table", &self.table)
            .field("code", &self.code)
            .field("problem", &self.problem)
            .field("throttling", &self.throttling)
            .finish_non_exhaustive()
    }
}

/// Classifies an error of the SDK.
fn problem<E, R>(operation: &str, error: &SdkError<E, R>) -> FailureKind
where
    E: ProvideErrorMetadata + StdError + Send + Sync + 'static,
    R: fmt::Debug + Send + Sync + 'static,
{
    if let Some(code) = error.code() {
        let message = error.message().unwrap_or_default();
        return answered(operation, code, message);
    }
    match error {
        SdkError::TimeoutError(_) => FailureKind::TimedOut,
        SdkError::DispatchFailure(failure) if failure.is_timeout() => FailureKind::TimedOut,
        _ => unanswered(error, matches!(error, SdkError::DispatchFailure(_))),
    }
}

/// Classifies an error response of DynamoDB.
fn answered(operation: &str, code: &str, message: &str) -> FailureKind {
    // These manage tables, and their messages already name the missing table or index.
    let is_admin = matches!(operation, "DeleteTable" | "UpdateTable" | "DescribeTable");
    match code {
        "ResourceNotFoundException" if !is_admin => FailureKind::MissingTable,
        "ResourceInUseException" if operation == "CreateTable" => FailureKind::TableExists,
        "ValidationException" if message.contains("does not have the specified index") => {
            let name = message.split_once("specified index: ");
            FailureKind::MissingIndex(name.map_or(String::new(), |(_, name)| one_line(name)))
        }
        "ProvisionedThroughputExceededException"
        | "RequestLimitExceeded"
        | "ThrottlingException"
        | "Throttling" => FailureKind::Throttled,
        "AccessDeniedException"
        | "UnrecognizedClientException"
        | "InvalidSignatureException"
        | "ExpiredTokenException"
        | "MissingAuthenticationTokenException" => FailureKind::NotAllowed(without_values(message)),
        _ => FailureKind::Other(without_values(message)),
    }
}

/// Why a request got no answer.
fn unanswered(error: &(dyn StdError + 'static), is_dispatch: bool) -> FailureKind {
    for cause in causes(error) {
        if cause.is::<CredentialsError>() {
            return FailureKind::NoCredentials;
        }
        if let Some(error) = cause.downcast_ref::<io::Error>()
            && error.kind() == io::ErrorKind::ConnectionRefused
        {
            return FailureKind::Refused;
        }
        // The types of these errors are private to the SDK.
        let text = cause.to_string();
        let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
        if says(&["Missing Region"]) {
            return FailureKind::NoRegion;
        }
        if says(&["credentials", "auth scheme"]) {
            return FailureKind::NoCredentials;
        }
        if says(&["dns error", "failed to lookup address"]) {
            return FailureKind::UnknownHost;
        }
    }
    let is_io = causes(error).any(<dyn StdError>::is::<io::Error>);
    if is_dispatch && is_io {
        return FailureKind::Unreachable;
    }
    FailureKind::Other(told(error))
}

/// An error and its causes, outermost first.
pub(super) fn causes<'a>(
    error: &'a (dyn StdError + 'static),
) -> impl Iterator<Item = &'a (dyn StdError + 'static)> {
    std::iter::successors(Some(error), |error| StdError::source(*error))
}

/// An error with its causes in one line, without repetition.
fn told(error: &(dyn StdError + 'static)) -> String {
    let mut line = String::new();
    for cause in causes(error) {
        let text = one_line(&cause.to_string());
        if !text.is_empty() && !line.contains(&text) {
            let separator = if line.is_empty() { "" } else { ": " };
            line = line + separator + &text;
        }
    }
    line
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The places where DynamoDB's messages quote a value of the request: the text before it, and the
/// text after it.
const QUOTES: [(&str, &str); 5] = [
    ("AttributeValue: {", "}"),
    ("Input collection [", "] "),
    ("Value '", "' at '"),
    ("value: '", "'"),
    ("numeric value: ", "\n"),
];

/// DynamoDB's message in one line, without the values that it quotes.
pub(crate) fn without_values(message: &str) -> String {
    let mut message = one_line(message);
    for (before, after) in QUOTES {
        let mut from = 0;
        while let Some(at) = message[from..].find(before) {
            let start = from + at + before.len();
            let rest = &message[start..];
            // A value may itself contain the text that follows it, so the last occurrence counts.
            let end = rest.rfind(after).map_or(message.len(), |at| start + at);
            let next = rest.find(before).map(|at| start + at);
            let end = match next {
                Some(next) if next < end => message[start..next]
                    .rfind(after)
                    .map_or(end, |at| start + at),
                _ => end,
            };
            message.replace_range(start..end, "…");
            from = start + '…'.len_utf8();
        }
    }
    message
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_dynamodb_quotes_is_left_out() {
        for (message, told) in [
            (
                "lower bound operand: AttributeValue: {S:s3cret}, upper bound operand: \
                 AttributeValue: {S:s3}cret}",
                "lower bound operand: AttributeValue: {…}, upper bound operand: AttributeValue: {…}",
            ),
            (
                "Input collection [s3cret, s3cret] contains duplicates.",
                "Input collection […] contains duplicates.",
            ),
            (
                "1 validation error detected: Value 's3cret' at 'key' failed to satisfy",
                "1 validation error detected: Value '…' at 'key' failed to satisfy",
            ),
            (
                "The parameter cannot be converted to a numeric value: s3cret",
                "The parameter cannot be converted to a numeric value: …",
            ),
            ("two\n  lines", "two lines"),
        ] {
            assert_eq!(without_values(message), told);
        }
    }
}
