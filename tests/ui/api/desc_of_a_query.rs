// Rule: the reverse order is `descending`
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
#[gsi(name = "ByStatus", pk = "status", sk = "total", query = "by_status")]
struct Order {
    customer: String,
    id: u32,
    status: String,
    total: u32,
    notes: Vec<String>,
}

fn main() {
    let _ = Order::query("ada").desc().limit(3);
}
