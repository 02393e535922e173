// Rule: a time in a sort key has a precision
use chrono::{DateTime, Utc};
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "readings", pk = "device", sk = "at")]
struct Reading {
    device: String,
    at: DateTime<Utc>,
}

fn main() {}
