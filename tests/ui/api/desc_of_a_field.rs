// Rule: a query has the order of its sort key, not of a field
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
    let field = Order::TOTAL.desc();
    Ok(())
}

fn main() {}
