//! Orders, executions and positions in one table, from the design in `examples::oms_trading`.
//!
//! It teaches a table that several item types share, keys and indexes that each type fills in its
//! own way, alternatives for one index, an index that holds keys only and the items behind it, a
//! dashboard of several types in one query, and a table name with the environment in it.
//!
//! Run it with `cargo run --example oms_trading`. Nothing to install: the engine is in this
//! process. With `AWS_ENDPOINT_URL_DYNAMODB` set it runs on that server instead.

use chrono::{DateTime, Duration, TimeZone, Utc};
use dynamo_runtime::{Db, Error, Item};
use examples::bill::Bill;
use examples::oms_trading::{
    ClientRecord, ClientRecordGroups, Execution, Order, OrderEvent, OrderStatus, OrderType,
    Position, PositionSide, Side, Trading,
};
use rust_decimal::Decimal;

#[tokio::main]
async fn main() -> Result<(), Error> {
    let db = examples::db().await?.with_var("environment", "dev");
    let (db, bill) = Bill::of(db);
    db.ensure_table::<Trading>().await?;
    println!("table {}", db.table_name::<Trading>()?);

    trade(&db).await?;
    bill.show();
    lists(&db).await?;
    bill.show();
    children(&db).await?;
    bill.show();
    dashboard(&db).await?;
    bill.show();
    history(&db).await?;
    bill.show();
    bill.total();
    Ok(())
}

/// This many minutes after half past ten.
fn at(minutes: i64) -> DateTime<Utc> {
    let opening = Utc.with_ymd_and_hms(2025, 11, 14, 10, 30, 0);
    opening.single().unwrap_or_default() + Duration::minutes(minutes)
}

fn order(id: &str, minutes: i64, product: Option<&str>) -> Order {
    Order {
        order_id: id.into(),
        client_id: "client_123".into(),
        placed_at: at(minutes),
        product_id: product.map(str::to_owned),
        analyst_id: Some("analyst_001".into()),
        symbol: "BTCUSDT".into(),
        side: Side::Buy,
        quantity: Decimal::new(15, 1),
        price: Decimal::from(45_000),
        status: OrderStatus::New,
        order_type: OrderType::Limit,
        master_order_id: Some("master_789".into()),
        // Filled in by the write, like the expiry.
        created_at: DateTime::default(),
        updated_at: DateTime::default(),
        ttl: None,
    }
}

async fn trade(db: &Db) -> Result<(), Error> {
    let first = order("order_456", 0, Some("prod_001"));
    first.put().send(db).await?;
    order("order_789", 90, Some("prod_001"))
        .put()
        .send(db)
        .await?;
    // Without a product it is listed by its analyst instead.
    order("order_900", 120, None).put().send(db).await?;

    let filled = first
        .to_key()
        .update()
        .set(Order::STATUS, OrderStatus::Filled);
    filled.send(db).await?;
    let execution = Execution {
        execution_id: "exec_111".into(),
        order_id: "order_456".into(),
        client_id: "client_123".into(),
        master_order_id: Some("master_789".into()),
        product_id: "prod_001".into(),
        symbol: "BTCUSDT".into(),
        side: Side::Buy,
        quantity: Decimal::new(15, 1),
        price: Decimal::from(45_000),
        commission: Decimal::new(225, 2),
        executed_at: at(1),
        ttl: None,
    };
    execution.put().send(db).await?;
    let position = Position {
        client_id: "client_123".into(),
        product_id: "prod_001".into(),
        symbol: "BTCUSDT".into(),
        side: PositionSide::Long,
        quantity: Decimal::new(35, 1),
        avg_entry_price: Decimal::from(44_500),
        unrealized_pnl: Decimal::from(1_750),
        realized_pnl: Decimal::from(500),
        last_updated: DateTime::default(),
    };
    position.put().send(db).await
}

/// Lists one type at a time, whatever else is in the partition.
async fn lists(db: &Db) -> Result<(), Error> {
    let orders = Order::query("client_123").all(db).await?;
    println!("orders of client_123: {}", ids(&orders));
    let morning = Order::by_product("prod_001").range(Order::PLACED_AT.lt(at(60)));
    println!(
        "orders of prod_001 before half past eleven: {}",
        ids(&morning.all(db).await?)
    );
    println!(
        "orders of analyst_001: {}",
        ids(&Order::by_analyst("analyst_001").all(db).await?)
    );
    let found = Order::by_order_id("order_456").one(db).await?;
    println!(
        "order_456: {:?}, {} {}",
        found.status, found.quantity, found.symbol
    );
    println!(
        "executions of it: {}",
        Execution::of_order("order_456").count(db).await?
    );
    let positions = Position::query("client_123").range(Position::SYMBOL.eq("BTCUSDT"));
    println!("positions in BTCUSDT: {}", positions.count(db).await?);
    Ok(())
}

/// The index holds only keys, so it cannot know which orders have expired; the orders behind them,
/// fetched in a batch, do.
async fn children(db: &Db) -> Result<(), Error> {
    println!("children of master_789:");
    let keys = Order::children_of("master_789").include_expired();
    for key in keys.all(db).await? {
        println!(
            "  {} placed at {}",
            key.order_id,
            key.placed_at.format("%H:%M")
        );
    }
    let orders = Order::children_of("master_789").hydrate().all(db).await?;
    let total: Decimal = orders.iter().map(|order| order.quantity).sum();
    println!("  {total} in all");
    Ok(())
}

/// Reads everything of a client in one query.
async fn dashboard(db: &Db) -> Result<(), Error> {
    let records = ClientRecord::query("client_123").all(db).await?;
    let ClientRecordGroups {
        order,
        execution,
        position,
    } = records.into_iter().collect();
    println!(
        "dashboard: {} orders, {} executions, {} positions",
        order.len(),
        execution.len(),
        position.len(),
    );
    Ok(())
}

/// Reads an order and its executions in order of time.
async fn history(db: &Db) -> Result<(), Error> {
    println!("history of order_456:");
    for event in OrderEvent::query("order_456").all(db).await? {
        match event {
            OrderEvent::Order(order) => println!("  placed at {}", order.placed_at.format("%H:%M")),
            OrderEvent::Execution(execution) => println!(
                "  {} filled at {}",
                execution.quantity,
                execution.executed_at.format("%H:%M"),
            ),
        }
    }
    Ok(())
}

fn ids(orders: &[Order]) -> String {
    let ids: Vec<_> = orders.iter().map(|order| &*order.order_id).collect();
    ids.join(", ")
}
