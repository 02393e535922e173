// Rule: a query has a range and a filter
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: u32,
    total: u32,
}

fn main() {
    let _ = Order::query("ada").where_(Order::TOTAL.gt(5)).limit(3);
}
