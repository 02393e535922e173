// Rule: no two generated methods have one name
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[gsi(name = "ByStatus", pk = "status", query = "by_status", scan = "by_status")]
struct Order {
    id: String,
    status: String,
}

fn main() {}
