// Rule: an item has a table
use dynamo_runtime::Item;

#[derive(Item)]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
