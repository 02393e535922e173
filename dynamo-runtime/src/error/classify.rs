//! The kind of a failure, as far as an error of the SDK tells it.

use std::any::Any;
use std::error::Error as StdError;
use std::fmt;
use std::io;

use aws_credential_types::provider::error::CredentialsError;
use aws_sdk_dynamodb::config::http::HttpResponse;
use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};

use super::told::{causes, one_line, told, without_values};
use crate::wire::Damaged;

/// The kind of failure, by what a person can do about it.
#[derive(Debug)]
pub(super) enum FailureKind {
    MissingTable,
    /// The table to delete does not exist.
    NothingToDelete,
    TableExists,
    /// Its name, if the message has it.
    MissingIndex(String),
    /// The keys of the table or of an index are not those of the request.
    OtherKeys,
    /// The token of a transaction was used for another one.
    UsedToken,
    Refused,
    UnknownHost,
    Unreachable,
    /// The connection broke after the request may have been sent.
    Lost,
    TimedOut,
    NoCredentials,
    NoRegion,
    /// AWS's message about the credentials or the permissions.
    NotAllowed(String),
    Throttled,
    /// DynamoDB failed, or is not available.
    Internal,
    /// A transaction is writing the item.
    Conflict,
    /// The update makes the item larger than an item may be.
    TooLarge,
    /// An update changes a value inside one that is not stored. Says which, if that is known.
    NoOuterValue(Option<String>),
    /// An error response that is not DynamoDB's, with its status.
    NotDynamo(u16),
    /// A response that is not DynamoDB's, or not all of it.
    Garbled,
    Other(String),
}

/// The end of DynamoDB's message about an item that is too large: `Item size to update …`, `Item size …`.
/// Puts are checked before they are sent.
const TOO_LARGE: &str = "has exceeded the maximum allowed size";

/// DynamoDB's message about an update inside a value that is not stored.
const NO_OUTER_VALUE: &str = "document path provided in the update expression is invalid";

/// DynamoDB's messages about keys with other names or types than those of the table or an index.
const OTHER_KEYS: [&str; 7] = [
    "The provided key element does not match the schema",
    "Missing the key ",
    "Type mismatch for key ",
    "Type mismatch for Index Key ",
    "Query condition missed key schema element",
    "Query key condition not supported",
    "exceeds the number of key attributes defined in the schema",
];

/// Classifies an error of the SDK.
pub(super) fn kind_of<E, R>(operation: &str, error: &SdkError<E, R>) -> FailureKind
where
    E: ProvideErrorMetadata + StdError + Send + Sync + 'static,
    R: fmt::Debug + Send + Sync + 'static,
{
    if let Some(code) = error.code() {
        let message = error.message().unwrap_or_default();
        return answered(operation, code, message);
    }
    if causes(error).any(<dyn StdError>::is::<Damaged>) {
        return FailureKind::Garbled;
    }
    match error {
        SdkError::TimeoutError(_) => FailureKind::TimedOut,
        SdkError::DispatchFailure(failure) if failure.is_timeout() => FailureKind::TimedOut,
        SdkError::DispatchFailure(failure) => unanswered(error, failure.is_io()),
        SdkError::ServiceError(_) | SdkError::ResponseError(_) => match status(error) {
            Some(status) if !(200..300).contains(&status) => FailureKind::NotDynamo(status),
            _ => FailureKind::Garbled,
        },
        _ => unanswered(error, false),
    }
}

/// The status of the response, if there is one.
fn status<E, R: 'static>(error: &SdkError<E, R>) -> Option<u16> {
    let response: &dyn Any = error.raw_response()?;
    let response = response.downcast_ref::<HttpResponse>()?;
    Some(response.status().as_u16())
}

/// Classifies an error response of DynamoDB.
fn answered(operation: &str, code: &str, message: &str) -> FailureKind {
    // Their messages already name the missing table or index.
    let is_admin = matches!(operation, "UpdateTable" | "DescribeTable");
    match code {
        "ResourceNotFoundException" if operation == "DeleteTable" => FailureKind::NothingToDelete,
        "ResourceNotFoundException" if !is_admin => FailureKind::MissingTable,
        "ResourceInUseException" if operation == "CreateTable" => FailureKind::TableExists,
        "ValidationException" if message.contains("does not have the specified index") => {
            let name = message.split_once("specified index: ");
            FailureKind::MissingIndex(name.map_or(String::new(), |(_, name)| one_line(name)))
        }
        "ValidationException" if is_about_other_keys(message) => FailureKind::OtherKeys,
        "ValidationException" if operation != "PutItem" && message.contains(TOO_LARGE) => {
            FailureKind::TooLarge
        }
        "ValidationException" if message.contains(NO_OUTER_VALUE) => {
            FailureKind::NoOuterValue(None)
        }
        "ProvisionedThroughputExceededException"
        | "RequestLimitExceeded"
        | "ThrottlingException"
        | "Throttling" => FailureKind::Throttled,
        "InternalServerError" | "InternalFailure" | "ServiceUnavailable" => FailureKind::Internal,
        "TransactionConflictException" => FailureKind::Conflict,
        "IdempotentParameterMismatchException" => FailureKind::UsedToken,
        "AccessDeniedException"
        | "UnrecognizedClientException"
        | "InvalidSignatureException"
        | "ExpiredTokenException"
        | "MissingAuthenticationTokenException" => FailureKind::NotAllowed(without_values(message)),
        _ => FailureKind::Other(without_values(message)),
    }
}

/// Why a request got no answer.
fn unanswered(error: &(dyn StdError + 'static), is_io: bool) -> FailureKind {
    let mut is_connect = false;
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
        is_connect |= says(&["(Connect)", "tcp connect error"]);
    }
    if is_connect {
        return FailureKind::Unreachable;
    }
    if is_io {
        return FailureKind::Lost;
    }
    FailureKind::Other(without_values(&told(error)))
}

/// Explains a message of DynamoDB about an operation that it does not accept; `None` for others.
pub(crate) fn why_refused(message: &str) -> Option<&'static str> {
    if message.contains(TOO_LARGE) {
        Some(
            "makes the item larger than 409600 bytes, DynamoDB's limit per item; split it, or keep \
             large values elsewhere, such as in S3",
        )
    } else if message.contains(NO_OUTER_VALUE) {
        Some(
            "changes a value inside one that the stored item lacks; set the whole of the outer value",
        )
    } else if is_about_other_keys(message) {
        Some(
            "does not have the keys of its table or of an index; `db.verify_table` lists the \
             differences",
        )
    } else {
        None
    }
}

fn is_about_other_keys(message: &str) -> bool {
    OTHER_KEYS.iter().any(|keys| message.contains(keys))
}
