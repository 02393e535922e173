// Rule: a mistake in a key is not reported again where the item is used
use dynamo_runtime::{Attribute, Db, Error, Item};

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "CUSTOMER#{customer_id}", sk = "ORDER#{placed_att}#{id}")]
#[gsi(name = "ByStatus", pk = "status", sk = "placed_at", query = "by_status")]
struct Order {
    customer_id: String,
    id: String,
    placed_at: String,
    status: Status,
    total: u64,
    note: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Attribute)]
enum Status {
    New,
    Shipped,
}

#[tokio::main]
async fn main() -> Result<(), Error> {
    let db = Db::embedded().await?; // DynamoDB in this process; `Db::from_env()` connects to AWS
    db.create_table::<Order>().await?;

    let order = Order {
        customer_id: "c1".into(),
        id: "o1".into(),
        placed_at: "2025-11-14T10:30:00Z".into(),
        status: Status::New,
        total: 4_200,
        note: None,
    };
    order.create().send(&db).await?; // fails if the order exists; `put` overwrites it

    let november = Order::query("c1")
        .range(Order::PLACED_AT.between("2025-11-01", "2025-11-30"))
        .filter(Order::TOTAL.gt(1_000))
        .all(&db)
        .await?;
    println!("{} order in November", november.len());

    let shipped = Order::key("c1", "2025-11-14T10:30:00Z", "o1")
        .update()
        .set(Order::STATUS, Status::Shipped) // rewrites the key of `ByStatus`, too
        .add(Order::TOTAL, 300)
        .condition(Order::STATUS.eq(Status::New))
        .returning_new()
        .send(&db)
        .await?;
    println!("{} is {:?} for {}", shipped.id, shipped.status, shipped.total);

    let newest = Order::by_status(Status::Shipped).descending().first(&db).await?;
    assert_eq!(newest, Some(shipped));
    Ok(())
}
