// Rule: a batch gives nothing back
use dynamo_runtime::{Db, Item};

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
    note: String,
}

fn main() {
    let _ = async |db: &Db| db.batch_write([Order::key("a").delete().returning_old()]).await;
}
