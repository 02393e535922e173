// Rule: a shared table declares the attributes of its indexes
use dynamo_runtime::Item;

#[derive(Item)]
#[dynamo(table = Trading)]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "GSI1", pk = "A#{id}", pk_attr = "GSI1_PK")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
