// Rule: a scan continues from a checkpoint, not from its text
use dynamo_runtime::{Db, Error, Item};

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "at")]
struct Order {
    customer: String,
    at: String,
}

async fn run(db: &Db, saved: &str) -> Result<(), Error> {
    let orders = Order::scan().parallel(4).resume(saved).all(db).await?;
    Ok(())
}

fn main() {}
