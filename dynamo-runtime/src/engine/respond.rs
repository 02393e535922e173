//! What answers a request once HTTP is taken off: an operation's name and a JSON body in, a status
//! and a JSON body out. Guards and injected faults are layers of this trait around the engine.

use std::fmt;

use aws_smithy_runtime_api::client::result::ConnectorError;
use serde_json::json;

/// An HTTP response before the SDK's types: the status and the JSON body.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) body: Vec<u8>,
}

impl Reply {
    /// Returns the success that carries `body`.
    pub(super) fn ok(body: Vec<u8>) -> Self {
        Self { status: 200, body }
    }

    /// Returns the refusal of a request whose content DynamoDB does not accept.
    pub(super) fn validation(message: &str) -> Self {
        Self::refusal(&json!({
            "__type": "com.amazon.coral.validate#ValidationException",
            "message": message,
        }))
    }

    /// Returns the refusal of an operation the engine does not know. Like the service's, it has no
    /// message.
    pub(super) fn unknown_operation() -> Self {
        Self::refusal(&json!({
            "__type": "com.amazon.coral.service#UnknownOperationException",
        }))
    }

    fn refusal(body: &serde_json::Value) -> Self {
        Self {
            status: 400,
            body: body.to_string().into_bytes(),
        }
    }
}

/// Answers one request. An `Err` is a failure of the connection: the request may have been carried
/// out, and no response came back.
pub(super) trait Respond: fmt::Debug + Send + Sync {
    fn respond(&self, operation: &str, body: &[u8]) -> Result<Reply, ConnectorError>;
}
