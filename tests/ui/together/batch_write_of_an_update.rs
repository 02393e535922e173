// Rule: a batch takes puts and deletes, and no updates
use dynamo_runtime::{Db, Item};

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
    note: String,
}

fn main() {
    let _ = async |db: &Db| db.batch_write(Order::key("a").update().set(Order::NOTE, "x")).await;
}
