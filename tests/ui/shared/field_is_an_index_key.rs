// Rule: a field is not stored as a key of an index the item is not in
use dynamo_runtime::{Item, Table};

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK", type_attr = "kind")]
#[gsi(name = "GSI1", pk = "GSI1_PK", sk = "GSI1_SK")]
struct Trading;

#[derive(Item)]
#[dynamo(table = Trading)]
#[key(pk = "ORDER#{id}", sk = "ORDER#{id}")]
struct Order {
    id: String,
    #[dynamo(rename = "GSI1_SK")]
    sort: String,
}

fn main() {}
