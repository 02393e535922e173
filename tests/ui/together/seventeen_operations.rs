// Rule: a tuple has up to sixteen operations
// Cure: write a tuple of tuples
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

fn delete(db: &Db) {
    let one = || User::key("1").delete();
    let four = || (one(), one(), one(), one());
    let _ = db.transact((four(), four(), four(), four()));
    let _ = db.transact((
        one(), one(), one(), one(), one(), one(), one(), one(), one(),
        one(), one(), one(), one(), one(), one(), one(), one(),
    ));
}

fn main() {}
