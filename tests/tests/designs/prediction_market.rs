//! The prediction market: every access pattern of its design, its order book under change, and the
//! indexer's lock.

use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Db, Error, Item, known};
use examples::prediction_market::{
    Checkpoint, IndexerLock, Lock, Market, MarketStatus, Order, OrderStatus, Position, Side, Trade,
    active_markets, create_tables, fill, top_of_book,
};
use tests::clock::{Clock, START};
use tests::stored::{consistent, stored, text};
use tests::unique_name;

/// A database whose five tables have names of their own.
async fn market_db() -> Db {
    let control = unique_name();
    let db = tests::db()
        .await
        .with_table_name::<Market>(unique_name())
        .with_table_name::<Order>(unique_name())
        .with_table_name::<Trade>(unique_name())
        .with_table_name::<Position>(unique_name())
        .with_table_name::<Checkpoint>(control.clone())
        .with_table_name::<Lock>(control);
    create_tables(&db).await.expect("the tables");
    db
}

async fn drop_tables(db: &Db) {
    // A table that cannot be deleted has a name that is not used again.
    let _ = db.delete_table::<Market>().await;
    let _ = db.delete_table::<Order>().await;
    let _ = db.delete_table::<Trade>().await;
    let _ = db.delete_table::<Position>().await;
    let _ = db.delete_table::<Checkpoint>().await;
}

fn order(number: u32, side: Side, price: f64) -> Order {
    Order {
        id: format!("mkt123:order:{number}"),
        market_id: "mkt123".into(),
        side,
        price,
        size: 500,
        remaining: 200,
        status: OrderStatus::Open,
        created_at: format!("2025-10-14T10:00:0{number}.000Z"),
        owner: "alice".into(),
    }
}

fn prices(orders: &[Order]) -> Vec<f64> {
    orders.iter().map(|order| order.price).collect()
}

#[tokio::test]
async fn markets_are_listed_by_status_newest_first() {
    let db = &market_db().await;
    let market = |number: u32, status| Market {
        id: format!("m{number}"),
        question: "will it?".into(),
        status,
        created_at: format!("2025-10-{number}T10:00:00.000Z"),
    };
    for number in 11..=14 {
        let new = market(number, MarketStatus::Active).put().send(db).await;
        new.expect("a put");
    }
    let item = stored(db, Market::key("m11")).await;
    assert_eq!(text(&item, "gsi1pk"), Some("Active"));
    assert_eq!(text(&item, "gsi1sk"), Some("2025-10-11T10:00:00.000Z"));

    let closed = Market::key("m13")
        .update()
        .set(Market::STATUS, MarketStatus::Closed);
    closed.send(db).await.expect("an update");
    consistent(db, Market::key("m13")).await;
    let ids = |markets: Vec<Market>| {
        markets
            .into_iter()
            .map(|market| market.id)
            .collect::<Vec<_>>()
    };
    let page = active_markets(db, 2).await.expect("a page");
    assert_eq!(ids(page.items), ["m14", "m12"]);
    let rest = Market::by_status(MarketStatus::Active).descending();
    let rest = rest
        .limit(2)
        .after(page.next)
        .send(db)
        .await
        .expect("a page");
    assert_eq!(ids(rest.items), ["m11"]);
    let closed = Market::by_status(MarketStatus::Closed).all(db).await;
    assert_eq!(ids(closed.expect("a query")), ["m13"]);
    drop_tables(db).await;
}

#[tokio::test]
async fn the_book_shows_the_best_of_each_side() {
    let db = &market_db().await;
    let bids = [99.5, 101.25, 9.0, 100.0];
    let asks = [102.0, 110.5, 101.5, 1_000.0];
    for (number, (bid, ask)) in (0..).step_by(2).zip(bids.into_iter().zip(asks)) {
        order(number, Side::Buy, bid)
            .put()
            .send(db)
            .await
            .expect("a put");
        order(number + 1, Side::Sell, ask)
            .put()
            .send(db)
            .await
            .expect("a put");
    }
    let item = stored(db, Order::key("mkt123:order:2")).await;
    assert_eq!(text(&item, "gsi1pk"), Some("mkt123#Buy"));
    assert_eq!(item["gsi1sk"], AttributeValue::N("-101.25".into()));
    assert!(!item.contains_key("gsi2pk"), "a bid is in one index");

    let book = top_of_book(db, "mkt123", 3).await.expect("a book");
    assert_eq!(prices(&book.bids), [101.25, 100.0, 99.5]);
    assert_eq!(prices(&book.asks), [101.5, 102.0, 110.5]);

    // A better bid that is cancelled does not hide the next.
    let best = || Order::key("mkt123:order:2").update();
    let cancel = best().set(Order::STATUS, OrderStatus::Cancelled);
    cancel.send(db).await.expect("an update");
    let book = top_of_book(db, "mkt123", 1).await.expect("a book");
    assert_eq!(prices(&book.bids), [100.0]);

    // It changes sides and market at once.
    let sides = (Order::MARKET_ID, Order::SIDE);
    let change = best().set(sides, (known("mkt123"), Side::Sell));
    let change = change
        .set(Order::STATUS, OrderStatus::Open)
        .set(Order::PRICE, 50.5);
    change.send(db).await.expect("an update");
    let item = consistent(db, Order::key("mkt123:order:2")).await;
    assert_eq!(
        (text(&item, "gsi1pk"), text(&item, "gsi2sk")),
        (None, Some("50.5"))
    );
    let book = top_of_book(db, "mkt123", 1).await.expect("a book");
    assert_eq!(prices(&book.asks), [50.5]);
    drop_tables(db).await;
}

#[tokio::test]
async fn orders_are_filled_and_listed_by_owner() {
    let db = &market_db().await;
    for number in 0..3 {
        let order = order(number, Side::Buy, 10.0);
        order.create().send(db).await.expect("a create");
    }
    let bobs = Order {
        owner: "bob".into(),
        ..order(3, Side::Buy, 11.0)
    };
    bobs.create().send(db).await.expect("a create");
    let history = Order::by_owner("alice").descending().limit(2).all(db).await;
    let history: Vec<_> = history
        .expect("a query")
        .into_iter()
        .map(|order| order.id)
        .collect();
    assert_eq!(history, ["mkt123:order:2", "mkt123:order:1"]);

    let id = "mkt123:order:1";
    let part = fill(db, id, 150).await.expect("a fill");
    assert_eq!((part.remaining, part.status), (50, OrderStatus::Open));
    let refused = fill(db, id, 51).await.expect_err("less remains");
    assert!(refused.is_condition_failed(), "{refused}");
    let whole = fill(db, id, 50).await.expect("a fill");
    assert_eq!((whole.remaining, whole.status), (0, OrderStatus::Filled));
    let refused = fill(db, id, 0).await.expect_err("it is not open");
    assert!(refused.is_condition_failed(), "{refused}");
    consistent(db, Order::key(id)).await;
    drop_tables(db).await;
}

#[tokio::test]
async fn trades_and_positions_are_found_from_both_ends() {
    let db = &market_db().await;
    for (number, position) in [(1, Some("p1")), (2, None), (3, Some("p1"))] {
        let trade = Trade {
            id: format!("t{number}"),
            market_id: "mkt123".into(),
            position_id: position.map(str::to_owned),
            price: 1.0,
            size: number,
            created_at: format!("2025-10-14T10:00:0{number}.000Z"),
        };
        trade.create().send(db).await.expect("a create");
    }
    let ids = |trades: Vec<Trade>| trades.into_iter().map(|trade| trade.id).collect::<Vec<_>>();
    let latest = Trade::by_market("mkt123").descending().all(db).await;
    assert_eq!(ids(latest.expect("a query")), ["t3", "t2", "t1"]);
    let of_position = Trade::by_position("p1").all(db).await;
    assert_eq!(ids(of_position.expect("a query")), ["t1", "t3"]);

    for (owner, market) in [("alice", "m1"), ("alice", "m2"), ("bob", "m1")] {
        let position = Position {
            id: format!("{owner}-{market}"),
            owner: owner.into(),
            market_id: market.into(),
            size: -3,
        };
        position.create().send(db).await.expect("a create");
    }
    let ids = |positions: Vec<Position>| {
        positions
            .into_iter()
            .map(|position| position.id)
            .collect::<Vec<_>>()
    };
    let own = Position::by_owner("alice").all(db).await.expect("a query");
    assert_eq!(ids(own), ["alice-m1", "alice-m2"]);
    let in_market = Position::by_market("m1").all(db).await.expect("a query");
    assert_eq!(ids(in_market), ["alice-m1", "bob-m1"]);
    let one = Position::by_owner("alice").range(Position::MARKET_ID.eq("m2"));
    assert_eq!(one.one(db).await.expect("one").id, "alice-m2");
    let add = Position::key("bob-m1").update().add(Position::SIZE, 5);
    let changed = add.returning_new().send(db).await.expect("an update");
    assert_eq!(changed.size, 2);
    drop_tables(db).await;
}

#[tokio::test]
async fn a_checkpoint_only_moves_forward() {
    let db = &market_db().await;
    let checkpoint = |last_slot, last_sig: &str| Checkpoint {
        last_slot,
        last_sig: last_sig.into(),
    };
    checkpoint(10, "a")
        .create()
        .send(db)
        .await
        .expect("a create");
    let item = stored(db, Checkpoint::key()).await;
    assert_eq!(text(&item, "name"), Some("indexer:checkpoint"));
    assert_eq!(text(&item, "lastSlot"), Some("10"));
    let advance = |slot: u64, sig: &'static str| {
        let update = Checkpoint::key().update();
        let update = update
            .set(Checkpoint::LAST_SLOT, slot)
            .set(Checkpoint::LAST_SIG, sig);
        update.condition(Checkpoint::LAST_SLOT.lt(slot)).send(db)
    };
    advance(11, "b").await.expect("an update");
    for repeated in [11, 9] {
        let error = advance(repeated, "c")
            .await
            .expect_err("it was read already");
        let current = error.current::<Checkpoint>().expect("a checkpoint");
        assert_eq!(current, Some(checkpoint(11, "b")));
    }
    drop_tables(db).await;
}

#[tokio::test]
async fn the_lock_has_one_owner_until_it_expires() {
    let clock = Clock::new();
    let db = &clock.drive(&market_db().await);
    let lease = Duration::from_secs(30);
    let [first, second] = ["a", "b"].map(|owner| IndexerLock::new(db, owner, lease));
    let took = async |lock: &IndexerLock| lock.take().await.expect("an answer");
    assert!(took(&first).await);
    let item = stored(db, Lock::key()).await;
    assert_eq!(text(&item, "name"), Some("indexer:lock"));
    assert_eq!(text(&item, "lockedBy"), Some("a"));
    assert_eq!(text(&item, "ttl"), Some(&*(START + 30).to_string()));

    assert!(!took(&second).await, "it is held");
    assert!(took(&first).await, "by this one already");
    assert!(!second.renew().await.expect("an answer"));
    assert!(!second.release().await.expect("an answer"));
    clock.pass(29);
    assert!(first.renew().await.expect("an answer"));
    clock.pass(29);
    assert!(!took(&second).await, "it was renewed");
    clock.pass(1);
    assert!(took(&second).await, "it expired");
    assert!(!first.renew().await.expect("an answer"), "it is another's");
    assert!(!first.release().await.expect("an answer"));
    assert!(second.release().await.expect("an answer"));
    assert!(stored(db, Lock::key()).await.is_empty());
    assert!(took(&first).await);
    drop_tables(db).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_many_takes_the_lock() {
    let db = market_db().await;
    let mut takers = tokio::task::JoinSet::new();
    for number in 0..20 {
        let lock = IndexerLock::new(&db, format!("taker {number}"), Duration::from_mins(1));
        takers.spawn(async move { lock.take().await });
    }
    let taken = takers.join_all().await;
    let taken: Result<Vec<bool>, Error> = taken.into_iter().collect();
    let winners = taken.expect("answers").into_iter().filter(|taken| *taken);
    assert_eq!(winners.count(), 1);
    drop_tables(&db).await;
}
