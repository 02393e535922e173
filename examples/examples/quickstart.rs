//! The main tasks on one screen: a struct becomes a table, and items are stored, queried, changed
//! and deleted.
//!
//! It teaches the two derives, `create` and conditions, typed ranges and filters, an index, pages
//! with a cursor, and updates that keep the index right.
//!
//! Run it with `cargo run --example quickstart`. Nothing to install: the engine is in this process.
//! With `AWS_ENDPOINT_URL_DYNAMODB` set it runs on that server instead.

use dynamo_runtime::{Attribute, Db, Error, Item};
use examples::bill::Bill;

/// An order of a customer.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "quickstart", pk = "PK", sk = "SK")]
#[key(pk = "CUSTOMER#{customer_id}", sk = "ORDER#{placed_at}#{id}")]
#[gsi(
    name = "ByStatus",
    pk = "status",
    sk = "placed_at",
    query = "by_status"
)]
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
    let (db, bill) = Bill::of(examples::db().await?);
    db.ensure_table::<Order>().await?;
    store(&db).await?;
    bill.show();
    query(&db).await?;
    bill.show();
    ship(&db).await?;
    bill.show();
    delete(&db).await?;
    bill.show();
    bill.total();
    Ok(())
}

/// Writes three orders, and shows that `create` never overwrites one.
async fn store(db: &Db) -> Result<(), Error> {
    let orders = [
        order("o1", "2025-11-03T09:00:00Z", Status::Shipped, 4_200),
        order("o2", "2025-11-14T10:30:00Z", Status::New, 900),
        order("o3", "2025-12-01T18:45:00Z", Status::New, 12_000),
    ];
    for order in &orders {
        order.put().send(db).await?;
    }
    println!("stored {} orders", orders.len());

    match orders[0].create().send(db).await {
        Err(error) if error.is_condition_failed() => println!("create o1 again: {error}"),
        other => other?,
    }
    Ok(())
}

fn order(id: &str, placed_at: &str, status: Status, total: u64) -> Order {
    Order {
        customer_id: "c1".into(),
        id: id.into(),
        placed_at: placed_at.into(),
        status,
        total,
        note: (total > 10_000).then(|| "insured".into()),
    }
}

async fn query(db: &Db) -> Result<(), Error> {
    let november = Order::query("c1")
        .range(Order::PLACED_AT.begins_with("2025-11"))
        .filter(Order::TOTAL.gt(1_000))
        .all(db)
        .await?;
    println!("orders of c1 in November over 1000:");
    for order in &november {
        println!("  {} {:?} {}", order.id, order.status, order.total);
    }

    let newest = Order::by_status(Status::New).descending().first(db).await?;
    if let Some(order) = newest {
        let note = order.note.as_deref().unwrap_or("no note");
        println!("newest open order: {} ({note})", order.id);
    }

    println!("page by page:");
    let mut cursor = None;
    loop {
        let page = Order::query("c1").limit(2).after(cursor).send(db).await?;
        let ids: Vec<_> = page.items.iter().map(|order| &*order.id).collect();
        println!("  {}", ids.join(", "));
        cursor = page.next;
        if cursor.is_none() {
            return Ok(());
        }
    }
}

/// Changes an order in place; the index moves it from one status to the other in the same request.
async fn ship(db: &Db) -> Result<(), Error> {
    let order = Order::key("c1", "2025-12-01T18:45:00Z", "o3")
        .update()
        .set(Order::STATUS, Status::Shipped)
        .add(Order::TOTAL, 500)
        .condition(Order::STATUS.eq(Status::New))
        .returning_new()
        .send(db)
        .await?;
    println!("o3: {:?} for {}", order.status, order.total);
    let shipped = Order::by_status(Status::Shipped).count(db).await?;
    println!("shipped orders: {shipped}");
    Ok(())
}

/// Deletes an order by its key, only while nobody has shipped it.
async fn delete(db: &Db) -> Result<(), Error> {
    let key = Order::key("c1", "2025-11-14T10:30:00Z", "o2");
    key.clone()
        .delete()
        .condition(Order::STATUS.eq(Status::New))
        .send(db)
        .await?;
    println!("o2 still there: {}", key.exists().send(db).await?);
    Ok(())
}
