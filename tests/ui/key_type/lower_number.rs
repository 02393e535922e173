// Rule: `lower` is for text
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id:lower}", sk = "META#{id:020}")]
struct Order {
    id: u64,
    at: String,
}

fn main() {}
