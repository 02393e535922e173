// Rule: a query goes on after a `Cursor`
// Cure: read the text with `text.parse::<Cursor>()?`
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
    let _ = Order::query("c1").after(String::from("…"));
}
