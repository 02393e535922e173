// Rule: a query that was not sent has nothing to count
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
    let count = Order::query("c1").len();
    Ok(())
}

fn main() {}
