// Rule: a key is of the type its table declares
use dynamo_runtime::{Item, Table};

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK", type_attr = "kind")]
#[gsi(name = "GSI1", pk = "GSI1_PK", sk = "GSI1_SK")]
struct Trading;

#[derive(Item)]
#[dynamo(table = Trading)]
#[key(pk = "{number}", sk = "ORDER#{id}")]
struct Order {
    number: u64,
    id: String,
}

fn main() {}
