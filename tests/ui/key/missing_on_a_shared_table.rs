// Rule: an item of a shared table says what its key is built from
use dynamo_runtime::Item;

#[derive(Item)]
#[dynamo(table = Trading)]
struct Order {
    id: String,
    at: String,
}

fn main() {}
