// Rule: an operation is given the `Db`
use dynamo_runtime::{Db, Error, Item};

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: u32,
    total: u32,
}

async fn save(db: &Db, order: Order) -> Result<(), Error> {
    db.send(order.put()).await
}

fn main() {}
