// Rule: conditions are joined by `and` and `or`
// Cure: write `Order::TOTAL.gt(1).and(Order::STATUS.eq("open"))`
use dynamo_runtime::{Item};

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "at")]
#[gsi(name = "ByStatus", pk = "status", sk = "at", query = "by_status")]
struct Order {
    customer: String,
    at: String,
    status: String,
    total: u64,
}

#[derive(Item)]
#[table(name = "users", pk = "id")]
struct User {
    id: String,
    name: String,
}

fn main() {
    let _ = Order::query("c1").filter(Order::TOTAL.gt(1) && Order::STATUS.eq("open"));
}
