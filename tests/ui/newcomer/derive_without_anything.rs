// Rule: an item has a table
use dynamo_runtime::Item;

#[derive(Item)]
struct Order {
    id: String,
}

fn main() {}
