// Rule: a component is written in braces, not in angle brackets
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#<id>", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
