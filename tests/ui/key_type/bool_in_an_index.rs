// Rule: a `bool` cannot be in the key of an index
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "by_open", pk = "id", sk = "open")]
struct Order {
    id: String,
    at: String,
    open: bool,
}

fn main() {}
