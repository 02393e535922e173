// Rule: an item of a shared table names its own fields
use dynamo_runtime::Item;

#[derive(Item)]
#[dynamo(table = Trading)]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "GSI1", pk = "PK")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
