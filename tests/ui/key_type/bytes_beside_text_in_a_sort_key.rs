// Rule: bytes are a key only by themselves
use dynamo_runtime::{Binary, Item};

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: Binary,
}

fn main() {}
