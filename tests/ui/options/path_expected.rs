// Rule: an option that takes a path takes nothing else
use dynamo_runtime::Item;

#[derive(Item)]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[dynamo(table = 5)]
struct Order {
    id: String,
    at: String,
}

fn main() {}
