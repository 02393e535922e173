// Rule: `scan` names a method
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[gsi(name = "ByStatus", pk = "status", scan = "all orders")]
struct Order {
    id: String,
    status: String,
}

fn main() {}
