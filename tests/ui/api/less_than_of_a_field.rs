// Rule: a field is compared by `lt`, `le`, `gt` and `ge`
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
    Order::scan().filter(Order::TOTAL.less_than(5)).all(db).await?;
    Ok(())
}

fn main() {}
