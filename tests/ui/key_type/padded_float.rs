// Rule: padding is for whole numbers
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at:020}")]
struct Order {
    id: String,
    at: f64,
}

fn main() {}
