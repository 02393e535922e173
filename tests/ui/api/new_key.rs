// Rule: a key is made by its item type
use dynamo_runtime::{Key, Db, Error, Item};

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "at")]
struct Order {
    customer: String,
    at: String,
    note: Option<String>,
    total: u64,
}

async fn run(db: &Db) -> Result<(), Error> {
    Key::<Order>::new("c1", "t1").get().send(db).await?;
    Ok(())
}

fn main() {}
