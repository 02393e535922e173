//! A layer that corrects the answer to an update of a missing item: the engine returns its key as
//! the old item, DynamoDB returns nothing.

use aws_smithy_runtime_api::client::result::ConnectorError;
use serde_json::{Map, Value, json};

use super::dispatch::Operation;
use super::respond::{Reply, Respond};

/// Checks whether an item exists before an update that returns the old item; other requests pass
/// through.
#[derive(Debug)]
pub(super) struct Created<R>(pub(super) R);

impl<R: Respond> Respond for Created<R> {
    fn respond(&self, operation: Operation, body: &[u8]) -> Result<Reply, ConnectorError> {
        let Some((key, look)) = asks_for_the_old(operation, body) else {
            return self.0.respond(operation, body);
        };
        let existed = members(&self.0.respond(Operation::GetItem, &look)?.body)
            .is_some_and(|found| found.contains_key("Item"));
        let reply = self.0.respond(operation, body)?;
        if !existed
            && let Some(mut answer) = members(&reply.body)
            // An item that another client wrote in between is returned.
            && answer.get("Attributes").is_some_and(|old| same_names(old, &key))
        {
            answer.remove("Attributes");
            return Ok(Reply::ok(Value::Object(answer).to_string().into_bytes()));
        }
        Ok(reply)
    }
}

/// The key of an update that returns the old item, and the request that reads the item.
fn asks_for_the_old(operation: Operation, body: &[u8]) -> Option<(Value, Vec<u8>)> {
    if operation != Operation::UpdateItem {
        return None;
    }
    let update = members(body)?;
    if update.get("ReturnValues")? != "ALL_OLD" {
        return None;
    }
    let (table, key) = (update.get("TableName")?, update.get("Key")?);
    let look = json!({ "TableName": table, "Key": key, "ConsistentRead": true });
    Some((key.clone(), look.to_string().into_bytes()))
}

/// Whether two items have the same attribute names.
fn same_names(one: &Value, other: &Value) -> bool {
    let both = one.as_object().zip(other.as_object());
    both.is_some_and(|(one, other)| {
        one.len() == other.len() && one.keys().all(|name| other.contains_key(name))
    })
}

fn members(body: &[u8]) -> Option<Map<String, Value>> {
    serde_json::from_slice(body).ok()
}
