// Rule: an item is in indexes its table declares
use dynamo_runtime::{Item, Table};

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
struct Trading;

#[derive(Item)]
#[dynamo(table = Trading)]
#[key(pk = "ORDER#{id}", sk = "ORDER#{id}")]
#[gsi(name = "GSI1", pk = "PRODUCT#{product}", sk = "{id}")]
struct Order {
    id: String,
    product: String,
}

fn main() {}
