// Rule: a key is of the type its table declares
use dynamo_runtime::{Item, Table};

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[gsi(name = "ByTotal", pk = "GSI1_PK", sk = "GSI1_SK", sk_type = "N")]
struct Trading;

#[derive(Item)]
#[dynamo(table = Trading)]
#[key(pk = "ORDER#{id}", sk = "ORDER#{id}")]
#[gsi(name = "ByTotal", pk = "PRODUCT#{id}")]
struct Order {
    id: String,
    #[dynamo(rename = "GSI1_SK")]
    total: String,
}

fn main() {}
