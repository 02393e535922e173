// Rule: a stream is waited for item by item
// Cure: write `let mut orders = Order::query("c1").stream(db)?;` and `while let Some(order) = orders.next().await {}`
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
    for order in Order::query("c1").stream(db)? {}
    Ok(())
}

fn main() {}
