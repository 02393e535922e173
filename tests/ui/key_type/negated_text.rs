// Rule: `neg` is for numbers
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "{at:neg}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
