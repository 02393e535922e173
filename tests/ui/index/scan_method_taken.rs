// Rule: a scan of an index has a method name of its own
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[gsi(name = "ByStatus", pk = "status", scan = "scan")]
struct Order {
    id: String,
    status: String,
}

fn main() {}
