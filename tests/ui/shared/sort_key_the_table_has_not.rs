// Rule: an item builds the keys its table declares
use dynamo_runtime::{Item, Table};

#[derive(Table)]
#[table(name = "trading", pk = "PK")]
struct Trading;

#[derive(Item)]
#[dynamo(table = Trading)]
#[key(pk = "ORDER#{id}", sk = "ORDER#{id}")]
struct Order {
    id: String,
}

fn main() {}
