//! The interface that answers requests without HTTP: an operation and a JSON body in, a status and
//! a JSON body out. Guards and injected faults are layers of this trait around the engine.

use std::fmt;
use std::time::Duration;

use aws_smithy_runtime_api::client::result::ConnectorError;
use serde_json::json;

use super::dispatch::Operation;

/// An HTTP response before the SDK's types: the status and the JSON body.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) body: Vec<u8>,
    /// How long the client must wait for it.
    pub(super) delay: Duration,
}

impl Reply {
    /// Returns a response that comes at once.
    pub(super) fn new(status: u16, body: Vec<u8>) -> Self {
        Self {
            status,
            body,
            delay: Duration::ZERO,
        }
    }

    /// Returns the success with the given `body`.
    pub(super) fn ok(body: Vec<u8>) -> Self {
        Self::new(200, body)
    }

    /// Returns the refusal of a request whose content DynamoDB does not accept.
    pub(super) fn validation(message: &str) -> Self {
        Self::refusal(
            400,
            &json!({
                "__type": "com.amazon.coral.validate#ValidationException",
                "message": message,
            }),
        )
    }

    /// Returns the refusal of an operation the engine does not know. Like the service's, it has no
    /// message.
    pub(super) fn unknown_operation() -> Self {
        Self::refusal(
            400,
            &json!({
                "__type": "com.amazon.coral.service#UnknownOperationException",
            }),
        )
    }

    /// Returns the failure with the given JSON `body`.
    pub(super) fn refusal(status: u16, body: &serde_json::Value) -> Self {
        Self::new(status, body.to_string().into_bytes())
    }
}

/// Answers one request. An `Err` is a connection failure: the request may have been carried out,
/// but no response came back.
pub(super) trait Respond: fmt::Debug + Send + Sync {
    fn respond(&self, operation: Operation, body: &[u8]) -> Result<Reply, ConnectorError>;
}
