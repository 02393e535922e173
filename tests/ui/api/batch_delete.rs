// Rule: a batch takes puts and deletes alike
use dynamo_runtime::{Db, Error, Item};

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: u32,
    total: u32,
}

async fn clear(db: &Db) -> Result<(), Error> {
    db.batch_delete([Order::key("ada", 1)]).await
}

fn main() {}
