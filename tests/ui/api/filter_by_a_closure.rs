// Rule: DynamoDB filters, and cannot run a closure
// Cure: write `Order::TOTAL.gt(1)`
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
    Order::query("c1").filter(|order: &Order| order.total > 1).all(db).await?;
    Ok(())
}

fn main() {}
