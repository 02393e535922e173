// Rule: an option that takes a string has a value
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[dynamo(entity)]
struct Order {
    id: String,
    at: String,
}

fn main() {}
