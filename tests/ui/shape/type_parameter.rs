// Rule: an item has one shape
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order<T> {
    id: T,
    at: String,
}

fn main() {}
