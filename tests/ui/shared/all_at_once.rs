// Rule: every mistake is reported
use dynamo_runtime::{Item, Table};

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK", type_attr = "kind")]
#[gsi(name = "GSI1", pk = "GSI1_PK", sk = "GSI1_SK")]
struct Trading;

#[derive(Item)]
#[dynamo(table = Trading)]
#[key(pk = "ORDER#{id}", sk = "ORDER#{id}")]
#[gsi(name = "GSI9", pk = "PRODUCT#{id}")]
#[gsi(name = "GSI1", pk = ["A#{id}", "B#{id}"], projection = "ALL")]
struct Order {
    id: String,
    kind: String,
    #[dynamo(ttl)]
    expires: u64,
}

fn main() {}
