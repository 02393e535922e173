//! A prediction market, from the design in `examples::prediction_market`.
//!
//! It teaches an order book made of two sparse indexes, a negated number as sort key, updates that
//! move an item from one index to another, `known`, conditional updates, and a lock with an owner
//! and an expiry.
//!
//! Run it with `cargo run --example prediction_market`. Nothing to install: the engine is in this
//! process. With `AWS_ENDPOINT_URL_DYNAMODB` set it runs on that server instead.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use dynamo_runtime::{Db, Error, Item, known};
use examples::bill::Bill;
use examples::prediction_market::{
    IndexerLock, Market, MarketStatus, Order, OrderStatus, Side, active_markets, create_tables,
    fill, top_of_book,
};

const MARKET: &str = "mkt123";
/// The start, 14 October 2095: a server removes expired items by its own clock.
const START: u64 = 3_969_424_800;

#[tokio::main]
async fn main() -> Result<(), Error> {
    let clock = Arc::new(AtomicU64::new(START));
    let seconds = Arc::clone(&clock);
    let now = move || UNIX_EPOCH + Duration::from_secs(seconds.load(Ordering::Relaxed));
    let (db, bill) = Bill::of(examples::db().await?.with_clock(now));
    create_tables(&db).await?;

    markets(&db).await?;
    bill.show();
    place(&db).await?;
    bill.show();
    book(&db).await?;
    bill.show();
    trade(&db).await?;
    bill.show();
    amend(&db).await?;
    bill.show();
    lock(&db, &clock).await?;
    bill.show();
    bill.total();
    Ok(())
}

async fn markets(db: &Db) -> Result<(), Error> {
    let markets = [
        (MARKET, "Will it rain tomorrow?", MarketStatus::Active),
        ("mkt124", "Will it snow tomorrow?", MarketStatus::Active),
        ("mkt100", "Did it rain yesterday?", MarketStatus::Resolved),
    ];
    for (day, (id, question, status)) in (12..).zip(markets) {
        let market = Market {
            id: id.into(),
            question: question.into(),
            status,
            created_at: format!("2025-10-{day}T10:00:00.000Z"),
        };
        market.put().send(db).await?;
    }
    println!("active markets:");
    for market in active_markets(db, 10).await?.items {
        println!("  {} {}", market.id, market.question);
    }
    Ok(())
}

async fn place(db: &Db) -> Result<(), Error> {
    let orders = [
        (Side::Buy, 0.55, "alice"),
        (Side::Buy, 0.625, "bob"),
        (Side::Sell, 0.75, "carol"),
        (Side::Sell, 0.65, "dave"),
    ];
    for (number, (side, price, owner)) in (1..).zip(orders) {
        let order = Order {
            id: order_id(number),
            market_id: MARKET.into(),
            side,
            price,
            size: 500,
            remaining: 500,
            status: OrderStatus::Open,
            created_at: format!("2025-10-14T10:00:0{number}.000Z"),
            owner: owner.into(),
        };
        order.put().send(db).await?;
    }
    println!("placed {} orders", orders.len());
    Ok(())
}

fn order_id(number: u32) -> String {
    format!("{MARKET}:order:{number}")
}

async fn book(db: &Db) -> Result<(), Error> {
    let book = top_of_book(db, MARKET, 10).await?;
    println!("the book, best first:");
    println!("  bids: {}", shown(&book.bids));
    println!("  asks: {}", shown(&book.asks));
    Ok(())
}

fn shown(orders: &[Order]) -> String {
    if orders.is_empty() {
        return "none".into();
    }
    let shown: Vec<_> = orders
        .iter()
        .map(|order| format!("{} x {} ({})", order.price, order.remaining, order.owner))
        .collect();
    shown.join(", ")
}

/// Fills the best bid in two parts; a third is refused, since nothing remains.
async fn trade(db: &Db) -> Result<(), Error> {
    for size in [200, 300, 1] {
        match fill(db, &order_id(2), size).await {
            Ok(order) => println!(
                "filled {size}: {} remain, {:?}",
                order.remaining, order.status
            ),
            Err(error) => match error.current::<Order>()? {
                Some(order) => println!("not filled {size}: it is {:?}", order.status),
                None => return Err(error),
            },
        }
    }
    Ok(())
}

/// Turns a bid into an ask: the keys of both indexes change with it, in one request.
///
/// The market is known, so it is not written; the update fails if it differs.
async fn amend(db: &Db) -> Result<(), Error> {
    Order::key(order_id(1))
        .update()
        .set((Order::MARKET_ID, Order::SIDE), (known(MARKET), Side::Sell))
        .set(Order::PRICE, 0.7)
        .send(db)
        .await?;
    println!("alice now sells at 0.7");
    book(db).await
}

async fn lock(db: &Db, clock: &AtomicU64) -> Result<(), Error> {
    let lease = Duration::from_secs(30);
    let [first, second] =
        ["indexer-1", "indexer-2"].map(|owner| IndexerLock::new(db, owner, lease));
    println!("indexer-1 takes the lock: {}", first.take().await?);
    println!("indexer-2 takes the lock: {}", second.take().await?);
    clock.fetch_add(20, Ordering::Relaxed);
    println!("20 s later indexer-1 renews it: {}", first.renew().await?);
    clock.fetch_add(30, Ordering::Relaxed);
    println!("30 s later indexer-2 takes it: {}", second.take().await?);
    println!("indexer-1 still has it: {}", first.renew().await?);
    println!("indexer-2 releases it: {}", second.release().await?);
    Ok(())
}
