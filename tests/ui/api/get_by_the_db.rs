// Rule: an item is read by an operation of its key
// Cure: write `Order::key("c1", "2025").get().send(db).await?`
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
    let order = db.get(Order::key("c1", "2025")).await?;
    Ok(())
}

fn main() {}
