// Rule: an index is sparse by its key fields
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[gsi(name = "Open", pk = "open_since", sparse, query = "open_since")]
struct Order {
    id: String,
    open_since: Option<String>,
}

fn main() {
    let _ = Order::open_since("2025-11-14");
}
