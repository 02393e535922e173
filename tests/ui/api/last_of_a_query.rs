// Rule: the last item is the first in descending order
use dynamo_runtime::{Db, Item};

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: u32,
    total: u32,
}

fn read(db: &Db) {
    let _ = Order::query("ada").last(db);
}

fn main() {}
