// Rule: a `Db` is not the client of the SDK
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
    db.get_item().table_name("orders").send().await?;
    Ok(())
}

fn main() {}
