// Rule: an item is written by its own operation
use dynamo_runtime::{Db, Error, Item};

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "at")]
struct Order {
    customer: String,
    at: String,
    note: Option<String>,
    total: u64,
}

async fn run(db: &Db, order: &Order) -> Result<(), Error> {
    db.save(order).await?;
    Ok(())
}

fn main() {}
