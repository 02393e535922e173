// Rule: a `Query` is named after a query method
// Cure: write `Query<impl QueryInfo<Item = Order, Output = Order>>`
use dynamo_runtime::{Item, Query};

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

fn newest() -> Query<Order> {
    Order::query("c1")
}

fn main() {}
