//! Failures that the engine never has by itself, in DynamoDB's words.

use serde_json::{Value, json};

use super::super::respond::Reply;
use super::random::Random;
use super::{Fault, Operation};

const SERVICE: &str = "com.amazonaws.dynamodb.v20120810";
const CONFLICT: &str = "Transaction is ongoing for the item";

/// Returns the answer to a request that a fault prevents; `None` if the fault is of another kind.
pub(super) fn refusal(
    fault: Fault,
    operation: Operation,
    body: &[u8],
    random: &mut Random,
) -> Option<Reply> {
    Some(match fault {
        Fault::Throttle => failure(
            400,
            &format!("{SERVICE}#ProvisionedThroughputExceededException"),
            "The level of configured provisioned throughput for the table was exceeded. Consider \
             increasing your provisioning level with the UpdateTable API.",
        ),
        Fault::ThrottleOnDemand => failure(
            400,
            "com.amazon.coral.availability#ThrottlingException",
            "Throughput exceeds the current capacity of your table or index. DynamoDB is \
             automatically scaling your table or index so please try again shortly. If exceptions \
             persist, check if you have a hot key: \
             https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html",
        ),
        Fault::ServerError => failure(
            500,
            &format!("{SERVICE}#InternalServerError"),
            "Internal server error",
        ),
        Fault::Unavailable => failure(
            503,
            &format!("{SERVICE}#ServiceUnavailable"),
            "The service is currently unavailable or busy.",
        ),
        Fault::Conflict => match operation {
            Operation::TransactGetItems | Operation::TransactWriteItems => cancelled(body, random),
            _ => failure(
                400,
                &format!("{SERVICE}#TransactionConflictException"),
                CONFLICT,
            ),
        },
        _ => return None,
    })
}

fn failure(status: u16, class: &str, message: &str) -> Reply {
    Reply::refusal(status, &json!({ "__type": class, "message": message }))
}

/// A transaction that is cancelled because another one is writing the item of one action.
fn cancelled(body: &[u8], random: &mut Random) -> Reply {
    let request: Value = serde_json::from_slice(body).unwrap_or_default();
    let actions = request["TransactItems"].as_array().map_or(0, Vec::len);
    let conflict = random.below(actions);
    let code = |action| match action {
        action if action == conflict => "TransactionConflict",
        _ => "None",
    };
    let reasons: Vec<Value> = (0..actions)
        .map(|action| match code(action) {
            "None" => json!({ "Code": "None" }),
            code => json!({ "Code": code, "Message": CONFLICT }),
        })
        .collect();
    let codes: Vec<&str> = (0..actions).map(code).collect();
    Reply::refusal(
        400,
        &json!({
            "__type": format!("{SERVICE}#TransactionCanceledException"),
            "CancellationReasons": reasons,
            "Message": format!(
                "Transaction cancelled, please refer cancellation reasons for specific reasons [{}]",
                codes.join(", ")
            ),
        }),
    )
}
