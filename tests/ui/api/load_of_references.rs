// Rule: `load` takes items by value
// Cure: write `db.load(users.iter().cloned())`
use dynamo_runtime::{Db, Item};

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

fn load(db: &Db, users: &[User]) {
    let _ = db.load(users);
}

fn main() {}
