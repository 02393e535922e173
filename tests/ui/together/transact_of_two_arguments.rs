// Rule: a transaction takes one list of operations
// Cure: write a tuple, `db.transact((one.put(), other.put()))`
use dynamo_runtime::{Db, Error, Item};

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "at")]
struct Order {
    customer: String,
    at: String,
    note: Option<String>,
    total: u64,
}

async fn run(db: &Db, one: Order, other: Order) -> Result<(), Error> {
    db.transact(one.put(), other.put()).await?;
    Ok(())
}

fn main() {}
