// Rule: what an `Option` holds must be able to be in a key
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "by_open", pk = "open")]
struct Order {
    id: String,
    at: String,
    open: Option<bool>,
}

fn main() {}
