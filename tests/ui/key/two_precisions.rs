// Rule: a field that is a key itself is stored in one precision
use chrono::{DateTime, Utc};
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "readings", pk = "device", sk = "at")]
#[key(sk = "{at:millis}")]
#[gsi(name = "Kind", pk = "kind", sk = "{at:seconds}", query = "of_kind")]
struct Reading {
    device: String,
    at: DateTime<Utc>,
    kind: String,
}

fn main() {}
