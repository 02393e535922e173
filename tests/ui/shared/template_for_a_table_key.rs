// Rule: a key of the table is built by `#[key]` alone
use dynamo_runtime::{Item, Table};

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK", type_attr = "kind")]
#[gsi(name = "Inverted", pk = "SK", sk = "PK")]
#[gsi(name = "ByKind", pk = "kind", sk = "PK")]
struct Trading;

#[derive(Item)]
#[dynamo(table = Trading)]
#[key(pk = "ORDER#{id}", sk = "ORDER#{id}")]
#[gsi(name = "Inverted", pk = "PRODUCT#{product}")]
struct Order {
    id: String,
    product: String,
}

fn main() {}
