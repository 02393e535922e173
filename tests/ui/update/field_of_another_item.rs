// Rule: an update sets fields of its own item
// Cure: name a constant of `Order`
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
    let _ = Order::key("c1", "1").update().set(User::NAME, "Ada");
}
