// Rule: a query is sent before it is awaited
use dynamo_runtime::{Error, Item};

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "at")]
struct Order {
    customer: String,
    at: String,
    total: u64,
}

async fn totals() -> Result<u64, Error> {
    let orders = Order::query("c1").filter(Order::TOTAL.gt(3)).await?;
    Ok(orders.iter().map(|order| order.total).sum())
}

fn main() {}
