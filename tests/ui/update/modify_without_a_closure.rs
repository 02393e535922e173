// Rule: `modify` takes a closure
// Cure: give it a closure that changes the item: `.modify(|order| order.total = 5)`
use dynamo_runtime::{Db, Error, Item};

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: u32,
    total: u32,
}

async fn save(db: &Db, order: Order) -> Result<(), Error> {
    order.to_key().modify(order).send(db).await?;
    Ok(())
}

fn main() {}
