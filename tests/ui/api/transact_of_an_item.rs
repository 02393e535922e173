// Rule: a transaction takes operations
use dynamo_runtime::{Db, Item};

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: u32,
    total: u32,
}

fn save(db: &Db, order: Order) {
    let _ = db.transact((order, Order::key("ada", 1).delete()));
}

fn main() {}
