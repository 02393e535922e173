// Rule: a query reads nothing until it is sent
// Cure: write `for order in Order::query("c1").all(db).await? {}`
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
    for order in Order::query("c1") {}
    Ok(())
}

fn main() {}
