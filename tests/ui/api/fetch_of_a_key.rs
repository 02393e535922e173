// Rule: the item of a key is read with `get`
use dynamo_runtime::{Db, Item};

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: u32,
    total: u32,
}

fn read(db: &Db) {
    let _ = Order::key("ada", 1).fetch_optional(db);
}

fn main() {}
