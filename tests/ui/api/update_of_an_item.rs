// Rule: an item is updated by its key
// Cure: write `.to_key().update()`, or `.modify(|item| …)`
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
    let user = User { id: "1".into(), name: "Ada".into() };
    let _ = user.update().set(User::NAME, "Grace");
}
