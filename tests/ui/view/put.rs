// Rule: a view is read, and its item is written
use dynamo_runtime::{Db, Error, Item, View};

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
    total: u64,
}

#[derive(View)]
#[view(item = Order)]
struct Total {
    id: String,
    total: u64,
}

async fn save(db: &Db, total: Total) -> Result<(), Error> {
    total.put().send(db).await?;
    Ok(())
}

fn main() {}
