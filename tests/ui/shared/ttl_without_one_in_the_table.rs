// Rule: an item expires by the attribute of its table
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
    #[dynamo(ttl)]
    expires: u64,
}

fn main() {}
