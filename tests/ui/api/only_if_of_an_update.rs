// Rule: a write has a `condition`
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
    Order::key("c1", "t1").update().set(Order::TOTAL, 5).only_if(Order::TOTAL.gt(1)).send(db).await?;
    Ok(())
}

fn main() {}
