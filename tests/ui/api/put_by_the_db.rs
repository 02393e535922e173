// Rule: an item is written by an operation of its own
// Cure: write `order.put().send(db).await?`
use dynamo_runtime::{Db, Error, Item};

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "at")]
struct Order {
    customer: String,
    at: String,
    note: Option<String>,
    total: u64,
}

async fn run(db: &Db, order: Order) -> Result<(), Error> {
    db.put(order).await?;
    Ok(())
}

fn main() {}
