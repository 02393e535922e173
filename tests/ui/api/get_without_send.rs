// Rule: an operation is sent before it is awaited
use dynamo_runtime::{Error, Item};

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "at")]
struct Order {
    customer: String,
    at: String,
    total: u64,
}

async fn first() -> Result<(), Error> {
    let order = Order::key("c1", "2025").get().await?;
    assert_eq!(order.map(|order| order.total), Some(3));
    Ok(())
}

fn main() {}
