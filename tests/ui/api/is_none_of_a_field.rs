// Rule: a condition asks whether an attribute exists
// Cure: write `Order::NOTE.not_exists()`
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
    Order::query("c1").filter(Order::NOTE.is_none()).all(db).await?;
    Ok(())
}

fn main() {}
