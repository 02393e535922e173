// Rule: a condition asks whether an attribute exists
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
    Order::scan().filter(Order::NOTE.attribute_exists()).all(db).await?;
    Ok(())
}

fn main() {}
