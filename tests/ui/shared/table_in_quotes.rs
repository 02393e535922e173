// Rule: `table` takes a type
use dynamo_runtime::Item;

#[derive(Item)]
#[dynamo(table = "trading")]
#[key(pk = "ORDER#{id}", sk = "ORDER#{id}")]
struct Order {
    id: String,
}

fn main() {}
