// Rule: an entity name needs an attribute to be stored in
use dynamo_runtime::{Item, Table};

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", pk = "GSI1_PK")]
struct Trading;

#[derive(Item)]
#[dynamo(table = Trading, entity = "ORDER")]
#[key(pk = "ORDER#{id}", sk = "ORDER#{id}")]
struct Order {
    id: String,
}

fn main() {}
