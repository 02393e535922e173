// Rule: items are read by an operation of their type
// Cure: write `Order::query("c1").all(db).await?`
use dynamo_runtime::{Db, Error, Item};

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "at")]
struct Order {
    customer: String,
    at: String,
    note: Option<String>,
    total: u64,
}

async fn run(db: &Db) -> Result<(), Error> {
    let orders = db.query::<Order>("c1").await?;
    Ok(())
}

fn main() {}
