// Rule: an update names the fields that it sets
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
    Order::key("c1", "t1").update().set_all(order).send(db).await?;
    Ok(())
}

fn main() {}
