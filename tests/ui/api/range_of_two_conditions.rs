// Rule: a range is one comparison, or one for each component
// Cure: write `Order::AT.between("1", "2")`, or call `range` twice
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
    let _ = Order::query("c1").range(Order::AT.gt("1").and(Order::AT.lt("2")));
}
