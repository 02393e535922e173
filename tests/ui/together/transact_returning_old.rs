// Rule: a transaction gives back no stored item
use dynamo_runtime::{Db, Item};

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
    note: String,
}

fn main() {
    let _ = async |db: &Db| db.transact((Order::key("a").delete().returning_old(),)).await;
}
