// Rule: `select` takes a view, and sending it is not reported as well
use dynamo_runtime::{Db, Error, Item};

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: String,
    total: u64,
}

async fn run(db: &Db) -> Result<(), Error> {
    let orders = Order::query("c1").select::<(String, u64)>().all(db).await?;
    let order = Order::key("c1", "1").get().select::<(String, u64)>().send(db).await?;
    Ok(())
}

fn main() {}
