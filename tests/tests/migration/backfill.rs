//! Backfills after an index was added, a template changed, a field or an entity name came.

use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use dynamo_runtime::op::bulk::Checkpoint;
use dynamo_runtime::{Error, Item, Meter};
use examples::prediction_market::{Order, OrderStatus, Side, top_of_book};

use crate::{OldOrder, old_order, stored, table_of, text};

#[tokio::test]
async fn a_scan_becomes_a_query_after_a_backfill() {
    let db = table_of::<Order, OldOrder>().await;
    db.load((0..60).map(old_order)).await.expect("a load");
    // Today: a scan finds every order, a query none.
    assert_eq!(Order::scan().count(&db).await.expect("a scan"), 60);
    let book = top_of_book(&db, "mkt1", 100).await.expect("a book");
    assert_eq!((book.bids.len(), book.asks.len()), (0, 0));

    let before = stored::<Order>(&db).await;
    let planned = Order::backfill()
        .dry_run()
        .send(&db)
        .await
        .expect("a dry run");
    assert_eq!((planned.read, planned.changed, planned.failed), (60, 60, 0));
    assert_eq!(
        planned.attributes["gsi1pk"].set, 30,
        "bids alone are in the index of bids"
    );
    assert_eq!(planned.attributes["gsi3pk"].set, 60);
    assert!(planned.dry_run && !planned.is_complete());
    assert_eq!(
        stored::<Order>(&db).await,
        before,
        "a dry run writes nothing"
    );

    let done = Order::backfill().segments(3).page_size(7).send(&db).await;
    let done = done.expect("a backfill");
    assert_eq!((done.read, done.changed, done.failed), (60, 60, 0));
    assert_eq!(
        done.attributes, planned.attributes,
        "a dry run tells what is done"
    );
    assert!(done.is_complete());

    // Tomorrow: the same orders, by query, best price first.
    let book = top_of_book(&db, "mkt1", 100).await.expect("a book");
    let scanned = Order::scan().all(&db).await.expect("a scan");
    let side = |side: Side| {
        let of_side = scanned
            .iter()
            .filter(|order| order.side == side && order.market_id == "mkt1");
        let mut prices: Vec<_> = of_side.map(|order| order.price).collect();
        prices.sort_by(f64::total_cmp);
        prices
    };
    let prices = |orders: &[Order]| orders.iter().map(|order| order.price).collect::<Vec<_>>();
    assert_eq!(prices(&book.asks), side(Side::Sell));
    assert_eq!(
        prices(&book.bids),
        side(Side::Buy).into_iter().rev().collect::<Vec<_>>()
    );
    assert!(!book.asks.is_empty() && !book.bids.is_empty());
    assert!(
        book.asks
            .iter()
            .all(|order| order.status == OrderStatus::Open)
    );
    let owned = Order::by_owner("owner2").count(&db).await.expect("a count");
    assert_eq!(owned, 12);

    // Attributes that the type does not know are still there.
    let memos: std::collections::BTreeSet<_> = stored::<Order>(&db)
        .await
        .iter()
        .map(|item| text(item, "memo").to_owned())
        .collect();
    assert_eq!(memos.len(), 60);
}

#[tokio::test]
async fn a_second_run_writes_nothing() {
    let db = table_of::<Order, OldOrder>().await;
    db.load((0..20).map(old_order)).await.expect("a load");
    Order::backfill().send(&db).await.expect("a backfill");
    let before = stored::<Order>(&db).await;
    let (scan, second) = (Meter::new(), Meter::new());
    Order::scan().meter(&scan).all(&db).await.expect("a scan");
    let again = Order::backfill()
        .meter(&second)
        .send(&db)
        .await
        .expect("a backfill");
    assert_eq!((again.read, again.changed), (20, 0));
    assert!(again.attributes.is_empty() && again.is_complete());
    assert_eq!(stored::<Order>(&db).await, before);
    assert_eq!(
        second.capacity().requests,
        scan.capacity().requests,
        "only the scan was sent"
    );
}

#[tokio::test]
async fn a_run_resumes_a_killed_one() {
    let db = table_of::<Order, OldOrder>().await;
    db.load((0..200).map(old_order)).await.expect("a load");
    let backfill = || Order::backfill().segments(2).page_size(10).concurrency(2);
    let mut checkpoint: Option<Checkpoint> = None;
    let (mut runs, mut read) = (0, 0);
    loop {
        let saved = Arc::new(Mutex::new((None, 0)));
        let save = Arc::clone(&saved);
        let (killed, kill) = tokio::sync::oneshot::channel::<()>();
        let mut killed = Some(killed);
        let run = backfill().resume(checkpoint.take()).progress(move |done| {
            *save.lock().expect("no panic") = (Some(done.checkpoint.to_string()), done.read);
            if done.read >= 30 {
                killed.take();
            }
        });
        let slow = std::pin::pin!(async {
            let result = run.send(&db).await;
            result.expect("a backfill")
        });
        runs += 1;
        assert!(runs < 50, "it comes to an end");
        // A process that is killed after thirty items: the future is dropped.
        let done = tokio::select! {
            biased;
            _ = kill => None,
            done = slow => Some(done),
        };
        let (text, of_run) = saved.lock().expect("no panic").clone();
        read += of_run;
        if done.is_some() {
            break;
        }
        checkpoint = text.map(|text| text.parse().expect("its text"));
    }
    let again = Order::backfill().send(&db).await.expect("a backfill");
    assert_eq!(
        (again.read, again.changed),
        (200, 0),
        "nothing was left out"
    );
    assert!(read < 400, "little was read again: {read}");
}

#[tokio::test]
async fn the_rate_is_that_of_the_units_consumed() {
    let db = table_of::<Order, OldOrder>().await;
    if tests::is_server() {
        return;
    }
    db.load((0..200).map(old_order)).await.expect("a load");
    let elapsed = async |units: Option<u32>| {
        let meter = Meter::new();
        let mut backfill = Order::backfill().dry_run().page_size(5).meter(&meter);
        if let Some(units) = units {
            backfill = backfill.units_per_second(units);
        }
        let started = db.now();
        backfill.send(&db).await.expect("a backfill");
        let elapsed: Duration = since(started, db.now());
        (elapsed.as_secs_f64(), meter.capacity().units)
    };
    let (slow, consumed) = elapsed(Some(2)).await;
    let least = consumed / 2.0;
    assert!(
        consumed > 10.0 && slow > least * 0.5,
        "{slow} s for {consumed} units"
    );
    let (fast, _) = elapsed(Some(1_000)).await;
    assert!(fast < slow / 2.0, "{fast} s");
}

fn since(started: SystemTime, now: SystemTime) -> Duration {
    now.duration_since(started).expect("time goes on")
}

#[tokio::test]
async fn an_item_that_cannot_be_read_is_reported_and_left() {
    let db = table_of::<Order, OldOrder>().await;
    let mut broken = old_order(1);
    broken.side = "Sideways".to_owned();
    let mut with_delimiter = old_order(2);
    with_delimiter.market_id = "a#b".to_owned();
    db.load([old_order(0), broken, with_delimiter])
        .await
        .expect("a load");
    let done = Order::backfill().send(&db).await.expect("a backfill");
    assert_eq!((done.read, done.changed, done.failed), (3, 1, 2));
    assert!(!done.is_complete());
    let messages: Vec<_> = done.failures.iter().map(ToString::to_string).collect();
    assert!(
        messages.iter().any(|message| message.contains("side")),
        "{messages:?}"
    );
    assert!(
        messages.iter().any(|message| message.contains("market_id")),
        "{messages:?}"
    );
    assert!(
        !messages.iter().any(|message| message.contains("Sideways")),
        "{messages:?}"
    );
}

/// A field with a default that is a key of an index by itself.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "users", pk = "id")]
#[gsi(name = "ByRegion", pk = "region", sk = "id", query = "in_region")]
struct User {
    id: String,
    #[dynamo(default = europe)]
    region: String,
}

fn europe() -> String {
    "eu".to_owned()
}

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "users", pk = "id")]
struct OldUser {
    id: String,
}

#[tokio::test]
async fn a_new_field_that_is_a_key_gets_its_default() {
    let db = table_of::<User, OldUser>().await;
    OldUser {
        id: "u1".to_owned(),
    }
    .put()
    .send(&db)
    .await
    .expect("a put");
    let new = User {
        id: "u2".to_owned(),
        region: "us".to_owned(),
    };
    new.put().send(&db).await.expect("a put");
    let done = User::backfill().send(&db).await.expect("a backfill");
    assert_eq!((done.read, done.changed), (2, 1));
    let found = User::in_region("eu").all(&db).await.expect("a query");
    assert_eq!(
        found
            .iter()
            .map(|user| user.id.as_str())
            .collect::<Vec<_>>(),
        ["u1"]
    );
}

#[tokio::test]
async fn a_checkpoint_of_another_type_is_refused() {
    let db = table_of::<Order, OldOrder>().await;
    db.load((0..20).map(old_order)).await.expect("a load");
    let stream = OldOrder::scan().page_size(5).parallel(2).stream(&db);
    let mut stream = stream.expect("a scan");
    for _ in 0..6 {
        stream.next().await.expect("an order").expect("an order");
    }
    let checkpoint = stream.checkpoint().expect("a checkpoint");
    let refused = Order::backfill().resume(checkpoint).send(&db).await;
    assert!(matches!(refused, Err(Error::Cursor(_))), "{refused:?}");
}
