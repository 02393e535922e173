// Rule: a shared table declares the projections of its indexes
use dynamo_runtime::Item;

#[derive(Item)]
#[dynamo(table = Trading)]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "GSI1", pk = "A#{id}", projection = "ALL")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
