use chrono::{DateTime, Utc};
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "readings", pk = "device", sk = "at")]
#[key(sk = "{at:millis}")]
struct Reading {
    device: String,
    at: DateTime<Utc>,
}

fn main() {}
