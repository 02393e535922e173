// Rule: the options of an attribute are in parentheses
use dynamo_runtime::Item;

#[derive(Item)]
#[table = "orders"]
struct Order {
    id: String,
}

fn main() {}
