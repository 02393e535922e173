// Rule: `known` says what an update leaves as it is; a condition compares with the value itself
// Cure: give the value itself: `Order::STATUS.eq("open")`
use dynamo_runtime::{Item, known};

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
    let _ = Order::STATUS.eq(known("open"));
}
