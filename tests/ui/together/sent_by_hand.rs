// Rule: a transaction, a batch and a load have their `Db`, and are awaited
use dynamo_runtime::{Db, Error, Item};

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
}

async fn run(db: &Db, one: &Order, other: &Order) -> Result<(), Error> {
    db.transact((one.put(), other.put())).send(db).await?;
    Ok(())
}

fn main() {}
