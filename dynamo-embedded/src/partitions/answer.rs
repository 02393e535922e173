//! DynamoDB's answers for an exhausted partition.

use dynoxide::streams::{index_arn, table_arn};
use serde_json::{Value, json};

use super::usage::{Access, Charge};
use crate::layout::Layout;
use crate::respond::Reply;

const SERVICE: &str = "com.amazonaws.dynamodb.v20120810";

/// Refuses a request because of one partition.
pub(super) fn throttled(layout: &Layout, over: &Charge) -> Reply {
    let reasons = json!([reason(over)]);
    let message = message(layout);
    let body = if layout.is_on_demand {
        json!({
            "__type": format!("{SERVICE}#ThrottlingException"),
            "message": message,
            "throttlingReasons": reasons,
        })
    } else {
        json!({
            "__type": format!("{SERVICE}#ProvisionedThroughputExceededException"),
            "message": message,
            "ThrottlingReasons": reasons,
        })
    };
    Reply::refusal(400, &body)
}

/// Cancels a transaction of this many actions, some of which go to exhausted partitions.
pub(super) fn cancelled(actions: usize, over: &[(usize, bool)]) -> Reply {
    let code = |action| match over.iter().find(|(at, _)| *at == action) {
        Some((_, true)) => "ThrottlingError",
        Some((_, false)) => "ProvisionedThroughputExceeded",
        None => "None",
    };
    let reasons: Vec<Value> = (0..actions)
        .map(|action| match code(action) {
            "None" => json!({ "Code": "None" }),
            code => json!({ "Code": code, "Message": HOT }),
        })
        .collect();
    let codes: Vec<&str> = (0..actions).map(code).collect();
    let message = format!(
        "Transaction cancelled, please refer cancellation reasons for specific reasons [{}]",
        codes.join(", ")
    );
    Reply::refusal(
        400,
        &json!({
            "__type": format!("{SERVICE}#TransactionCanceledException"),
            "CancellationReasons": reasons,
            "Message": message,
        }),
    )
}

const HOT: &str = "Throughput exceeds the current capacity of your table or index. DynamoDB is \
                   automatically scaling your table or index so please try again shortly. If \
                   exceptions persist, check if you have a hot key: \
                   https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html";

fn message(layout: &Layout) -> &'static str {
    if layout.is_on_demand {
        HOT
    } else {
        "The level of configured provisioned throughput for one or more global secondary indexes of \
         the table or for the table was exceeded. Consider increasing your provisioning level for \
         the under-provisioned table or index with the UpdateTable API."
    }
}

fn reason(over: &Charge) -> Value {
    let partition = &over.partition;
    let (holder, resource) = match &partition.index {
        Some(index) => ("Index", index_arn(&partition.table, index)),
        None => ("Table", table_arn(&partition.table)),
    };
    let access = match over.access {
        Access::Read => "Read",
        Access::Write => "Write",
    };
    json!({
        "reason": format!("{holder}{access}KeyRangeThroughputExceeded"),
        "resource": resource,
    })
}
