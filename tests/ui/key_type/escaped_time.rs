// Rule: a time in a sort key has a precision
use chrono::{DateTime, Utc};
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at:escape}")]
struct Order {
    id: String,
    at: DateTime<Utc>,
}

fn main() {}
