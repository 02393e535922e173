// Rule: a component does not always contain the delimiter
use chrono::{DateTime, Utc};
use dynamo_runtime::{Item, Table};

#[derive(Table)]
#[table(name = "orders", pk = "PK", sk = "SK", delimiter = ":")]
struct Orders;

#[derive(Item)]
#[dynamo(table = Orders)]
#[key(pk = "ORDER:{id}", sk = "{at:millis}")]
struct Order {
    id: String,
    at: DateTime<Utc>,
}

fn main() {}
