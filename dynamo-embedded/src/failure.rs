//! The engine's failures in DynamoDB's words. The engine does this only for its own server, so the
//! rules are repeated here.

use dynoxide::DynoxideError;

use super::dispatch::Operation;
use super::respond::Reply;

/// DynamoDB's message about an attribute value that is nested too deep. The JSON reader gives up
/// well past that depth, so a request it cannot follow is always one of those.
const TOO_DEEP: &str = "Nesting Levels have exceeded supported limits: Attributes in the item have \
                        nested levels beyond supported limit";

/// Creates an error of one class.
type Class = fn(String) -> DynoxideError;

/// How the engine's deserialisers name the class of their error: by a prefix of the message. The
/// flag says whether the reader's position, ` at line 1 column 2`, belongs to the text.
const MARKERS: [(&str, bool, Class); 5] = [
    (
        "SERIALIZATION_AS_READ:",
        true,
        DynoxideError::SerializationException,
    ),
    (
        "VALIDATION_AS_READ:",
        true,
        DynoxideError::ValidationException,
    ),
    (
        "SERIALIZATION:",
        false,
        DynoxideError::SerializationException,
    ),
    (
        "VALIDATION_REQUEST:",
        false,
        DynoxideError::EnvelopedValidation,
    ),
    ("VALIDATION:", false, DynoxideError::ValidationException),
];

/// serde's messages about a member that is missing or has an unknown form, which DynamoDB counts as
/// a value it does not accept. Anything else unmarked is malformed.
const NOT_ACCEPTED: [&str; 4] = [
    "missing field",
    "unknown variant",
    "invalid type: null",
    "AttributeValue",
];

/// Classifies the failure to read a request's body.
pub(super) fn unreadable(error: &serde_json::Error) -> DynoxideError {
    let message = error.to_string();
    if message.starts_with("recursion limit exceeded") {
        return DynoxideError::ValidationException(TOO_DEEP.to_owned());
    }
    for (marker, keeps_position, class) in MARKERS {
        if let Some(text) = message.strip_prefix(marker) {
            let text = if keeps_position {
                text
            } else {
                without_position(text)
            };
            return class(text.to_owned());
        }
    }
    let text = without_position(&message).to_owned();
    if NOT_ACCEPTED.iter().any(|part| text.contains(part)) {
        DynoxideError::ValidationException(text)
    } else {
        DynoxideError::SerializationException(text)
    }
}

/// Words `error` like `operation` does.
pub(super) fn reply(operation: Operation, error: DynoxideError) -> Reply {
    let error = match (operation, error) {
        (
            Operation::PutItem | Operation::UpdateItem | Operation::DeleteItem,
            DynoxideError::EnvelopedValidation(message),
        ) => DynoxideError::ValidationException(format!("1 validation error detected: {message}")),
        (
            Operation::ExecuteStatement,
            DynoxideError::ConditionalCheckFailedException(message, Some(item)),
        ) => DynoxideError::StatementConditionalCheckFailed(message, item),
        (_, error) => error,
    };
    Reply::new(error.status_code(), error.to_json().into_bytes())
}

fn without_position(message: &str) -> &str {
    match message.rsplit_once(" at line ") {
        Some((text, position)) if position.contains(" column ") => text,
        _ => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(message: &str) -> DynoxideError {
        unreadable(&serde::de::Error::custom(message))
    }

    #[test]
    fn a_marker_selects_the_error_class_and_never_reaches_the_message() {
        let error = failure("VALIDATION:set is empty at line 1 column 9");
        assert!(matches!(&error, DynoxideError::ValidationException(m) if m == "set is empty"));
        let error = failure("SERIALIZATION:not a string");
        assert!(matches!(&error, DynoxideError::SerializationException(m) if m == "not a string"));
        let error = failure("VALIDATION_AS_READ:bad at line 1 column 9");
        assert!(
            matches!(&error, DynoxideError::ValidationException(m) if m == "bad at line 1 column 9")
        );
    }

    #[test]
    fn only_the_single_item_writes_envelop_a_request_validation() {
        let wording = |operation| {
            let reply = reply(operation, failure("VALIDATION_REQUEST:bad number"));
            String::from_utf8(reply.body).expect("a JSON body")
        };
        assert!(
            wording(Operation::PutItem).contains("\"1 validation error detected: bad number\"")
        );
        assert!(wording(Operation::Query).contains("\"bad number\""));
    }

    #[test]
    fn a_missing_member_is_not_accepted_and_a_mistyped_one_is_malformed() {
        #[derive(Debug, serde::Deserialize)]
        struct Request {
            #[serde(rename = "TableName")]
            _table: String,
        }
        let read =
            |body| unreadable(&serde_json::from_str::<Request>(body).expect_err("unreadable"));
        assert!(matches!(read("{}"), DynoxideError::ValidationException(_)));
        assert!(matches!(
            read(r#"{"TableName":1}"#),
            DynoxideError::SerializationException(_)
        ));
    }
}
