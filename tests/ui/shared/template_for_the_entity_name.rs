// Rule: the entity name is stored as it is
use dynamo_runtime::{Item, Table};

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK", type_attr = "kind")]
#[gsi(name = "Inverted", pk = "SK", sk = "PK")]
#[gsi(name = "ByKind", pk = "kind", sk = "PK")]
struct Trading;

#[derive(Item)]
#[dynamo(table = Trading)]
#[key(pk = "ORDER#{id}", sk = "ORDER#{id}")]
#[gsi(name = "ByKind", pk = "KIND#{id}")]
struct Order {
    id: String,
}

fn main() {}
