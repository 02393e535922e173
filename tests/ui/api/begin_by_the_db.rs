// Rule: a transaction is one request
use dynamo_runtime::{Db, Error, Item};

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: u32,
    total: u32,
}

async fn save(db: &Db, order: Order) -> Result<(), Error> {
    let transaction = db.begin().await?;
    order.put().send(&transaction).await
}

fn main() {}
