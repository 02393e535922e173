// Rule: an operation that was not sent has no result
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
    let order = Order::key("c1", "t1").get().unwrap();
    Ok(())
}

fn main() {}
