// Rule: a key has as many templates as its table declares attributes
use dynamo_runtime::{Item, Table};

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", pk = ["tenant", "region"])]
struct Trading;

#[derive(Item)]
#[dynamo(table = Trading)]
#[key(pk = "ORDER#{id}", sk = "ORDER#{id}")]
#[gsi(name = "GSI1", pk = ["tenant", "region", "id"])]
struct Order {
    id: String,
    tenant: String,
    region: String,
}

fn main() {}
