// Rule: an index is of the kind its table declares
use dynamo_runtime::{Item, Table};

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[lsi(name = "ByStatus", sk = "status")]
struct Trading;

#[derive(Item)]
#[dynamo(table = Trading)]
#[key(pk = "ORDER#{id}", sk = "ORDER#{id}")]
#[gsi(name = "ByStatus", pk = "STATUS#{status}", sk = "{id}")]
struct Order {
    id: String,
    status: String,
}

fn main() {}
