// Rule: a batch reads by keys
use dynamo_runtime::{Db, Item};

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
    note: String,
}

fn main() {
    let _ = async |db: &Db| db.batch_get(vec!["a", "b"]).await;
}
