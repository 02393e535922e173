// Rule: a number is counted down with `subtract`
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
    Order::key("c1", "t1").update().decrement(Order::TOTAL, 5).send(db).await?;
    Ok(())
}

fn main() {}
