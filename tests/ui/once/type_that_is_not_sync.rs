// Rule: a field that threads cannot share is reported once, however much is generated
// Cure: use `RwLock` in place of `RefCell`, `Arc` in place of `Rc`
use std::cell::RefCell;

use dynamo_runtime::{Db, Error, Item, View};

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
#[gsi(name = "ByStatus", pk = "status", sk = "total", query = "by_status")]
#[gsi(name = "Ids", pk = "status", sk = "id", projection = "KEYS_ONLY", query = "ids")]
struct Order {
    customer: String,
    id: u32,
    status: String,
    total: u32,
    #[dynamo(skip)]
    cache: RefCell<Vec<u32>>,
}

#[derive(View)]
#[view(item = Order)]
struct Total {
    total: u32,
}

#[tokio::main]
async fn main() -> Result<(), Error> {
    let db = Db::embedded().await?;
    db.create_table::<Order>().await?;
    for order in Order::query("ada").range(Order::ID.gt(1)).all(&db).await? {
        order.put().send(&db).await?;
        order.to_key().update().add(Order::TOTAL, 1).send(&db).await?;
    }
    Order::by_status("open").select::<Total>().all(&db).await?;
    Order::ids("open").hydrate().send(&db).await?;
    Order::scan().all(&db).await?;
    Ok(())
}
