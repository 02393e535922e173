use chrono::{DateTime, Utc};
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "readings", pk = "device", sk = "at")]
#[key(sk = "{at:millis}")]
#[gsi(name = "Kind", pk = "kind", sk = "{at:millis}", query = "of_kind")]
struct Reading {
    device: String,
    at: DateTime<Utc>,
    kind: String,
}

fn main() {}
