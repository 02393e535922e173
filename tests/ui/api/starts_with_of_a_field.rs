// Rule: text is compared by `begins_with`
// Cure: write `Order::NOTE.begins_with("a")`
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
    Order::query("c1").filter(Order::NOTE.starts_with("a")).all(db).await?;
    Ok(())
}

fn main() {}
