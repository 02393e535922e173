// Rule: a transaction reads by gets
use dynamo_runtime::{Db, Item};

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
    note: String,
}

fn main() {
    let _ = async |db: &Db| db.transact_get((Order::key("a"), Order::key("b"))).await;
}
