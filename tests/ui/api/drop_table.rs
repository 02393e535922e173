// Rule: DynamoDB calls it `delete_table`
use dynamo_runtime::{Db, Error, Item};

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: u32,
    total: u32,
}

async fn clear(db: &Db) -> Result<(), Error> {
    db.drop_table::<Order>().await
}

fn main() {}
