// Rule: `load` takes items
use dynamo_runtime::{Db, Error, Item};

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
}

async fn load(db: &Db, orders: Vec<Order>) -> Result<u64, Error> {
    db.load(orders.iter().map(Order::put)).await
}

fn main() {}
