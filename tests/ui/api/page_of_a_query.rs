// Rule: a query continues from a cursor, not at a number
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
    Order::query("c1").page(2).send(db).await?;
    Ok(())
}

fn main() {}
