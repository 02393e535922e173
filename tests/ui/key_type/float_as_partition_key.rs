// Rule: a float cannot be a partition key
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: f64,
    at: String,
}

fn main() {}
