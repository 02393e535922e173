// Rule: an item type knows its table
use dynamo_runtime::{Db, Item};

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: u32,
    total: u32,
}

fn read(db: &Db) {
    let _ = db.table("orders").get("ada");
}

fn main() {}
