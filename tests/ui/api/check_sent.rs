// Rule: a check is part of a transaction
use dynamo_runtime::{Db, Error, Item};

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: u32,
    total: u32,
}

async fn check(db: &Db) -> Result<(), Error> {
    Order::key("ada", 1).check(Order::TOTAL.gt(5)).send(db).await
}

fn main() {}
