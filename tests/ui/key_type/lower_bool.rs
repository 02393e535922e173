// Rule: a `bool` cannot be in a key, whatever its format
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id:lower}", sk = "META#{id}")]
struct Order {
    id: bool,
    at: String,
}

fn main() {}
