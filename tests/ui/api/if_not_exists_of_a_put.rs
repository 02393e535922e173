// Rule: `create` writes only if there is no item
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
    order.put().if_not_exists().send(db).await?;
    Ok(())
}

fn main() {}
