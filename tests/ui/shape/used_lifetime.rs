// Rule: an item owns its data, and its uses are not reported as well
use dynamo_runtime::{Db, Error, Item};

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
#[gsi(name = "ByStatus", pk = "status", query = "by_status")]
struct Order<'a> {
    customer: &'a str,
    id: u32,
    status: String,
}

async fn run(db: &Db) -> Result<(), Error> {
    let order = Order { customer: "ada", id: 1, status: "open".into() };
    order.create().send(db).await?;
    Order::query("ada").range(Order::ID.ge(2)).all(db).await?;
    Order::by_status("open").filter(Order::CUSTOMER.eq("x")).send(db).await?;
    Order::key("ada", 1).update().set(Order::STATUS, "paid").send(db).await?;
    Ok(())
}

fn main() {}
