//! Live streams of an engine: typed changes, other types, checkpoints.

use std::pin::pin;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use aws_sdk_dynamodb::types::StreamViewType;
use dynamo_runtime::change::{ChangeRecord, ChangeStream, Changes, StreamCheckpoint};
use dynamo_runtime::{Change, ChangeKind, Collection, Db, Embedded, Error, Item, Table};
use futures_core::Stream;
use tests::{Engine, engine};

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK", ttl = "ttl", type_attr = "type")]
struct Shop;

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{id}", sk = literal("PROFILE"))]
struct Customer {
    id: String,
    #[dynamo(unique)]
    email: String,
    points: u32,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{customer}", sk = "ORDER#{id}")]
struct Order {
    customer: String,
    id: String,
}

/// It is in no collection here.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{customer}", sk = "NOTE#{id}")]
struct Note {
    customer: String,
    id: String,
    #[dynamo(ttl)]
    ttl: u64,
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Shop)]
enum Entry {
    Customer(Customer),
    Order(Order),
}

/// How long to wait for a change that may still come. A server needs real time.
fn idle() -> Duration {
    Duration::from_secs(if engine() == Engine::Embedded { 60 } else { 3 })
}

/// Runs a test on a table with a stream.
async fn with_shop(test: impl AsyncFnOnce(&Db)) {
    tests::with_table::<Shop>(async |db| {
        let view = StreamViewType::NewAndOldImages;
        db.enable_stream::<Shop>(view).await.expect("a stream");
        test(db).await;
    })
    .await;
}

fn customer(points: u32) -> Customer {
    Customer {
        id: "ada".to_owned(),
        email: "ada@example.com".to_owned(),
        points,
    }
}

fn order(id: &str) -> Order {
    Order {
        customer: "ada".to_owned(),
        id: id.to_owned(),
    }
}

fn note() -> Note {
    Note {
        customer: "ada".to_owned(),
        id: "1".to_owned(),
        ttl: 4_000_000_000,
    }
}

/// A customer who is changed and deleted, an order, and a note.
async fn some_writes(db: &Db) -> Result<(), Error> {
    customer(1).create().send(db).await?;
    order("7").put().send(db).await?;
    note().put().send(db).await?;
    let key = Customer::key("ada");
    key.update().set(Customer::POINTS, 2).send(db).await?;
    customer(2).delete().send(db).await
}

async fn all<C>(changes: Changes<C>, db: &Db) -> Vec<Result<C, Error>> {
    let changes = changes.until_idle_for(idle()).send(db).await;
    rest(&mut changes.expect("a stream")).await
}

async fn rest<C>(changes: &mut ChangeStream<C>) -> Vec<Result<C, Error>> {
    let mut taken = Vec::new();
    while let Some(change) = changes.next().await {
        taken.push(change);
    }
    taken
}

#[tokio::test]
async fn an_item_type_has_its_own_changes() {
    with_shop(async |db| {
        some_writes(db).await.expect("written");
        let changes = all(Customer::changes(), db).await;
        let changes: Vec<_> = changes
            .into_iter()
            .map(|change| change.expect("a change"))
            .collect();
        let told: Vec<_> = changes
            .iter()
            .map(|change| (change.kind, change.old.clone(), change.new.clone()))
            .collect();
        assert_eq!(
            told,
            [
                (ChangeKind::Insert, None, Some(customer(1))),
                (ChangeKind::Modify, Some(customer(1)), Some(customer(2))),
                (ChangeKind::Remove, Some(customer(2)), None),
            ]
        );
        assert_eq!(changes[2].key::<Customer>(), Some(Customer::key("ada")));
    })
    .await;
}

#[tokio::test]
async fn a_collection_reports_types_that_it_lacks_in_their_place() {
    with_shop(async |db| {
        some_writes(db).await.expect("written");
        let changes = all(Entry::changes(), db).await;
        let kinds: Vec<_> = changes
            .iter()
            .map(|change| match change {
                Ok(change) => match change.item() {
                    Some(Entry::Customer(_)) => "customer",
                    Some(Entry::Order(_)) => "order",
                    None => "no image",
                },
                Err(Error::OtherType {
                    expected: "Entry", ..
                }) => "other",
                Err(error) => panic!("{error}"),
            })
            .collect();
        assert_eq!(
            kinds,
            ["customer", "order", "other", "customer", "customer"]
        );

        let known = all(Entry::changes().skip_unknown(), db).await;
        assert_eq!(known.len(), 4);
        assert!(known.iter().all(Result::is_ok));
    })
    .await;
}

#[tokio::test]
async fn a_table_has_the_records_of_all_types_without_claims() {
    with_shop(async |db| {
        some_writes(db).await.expect("written");
        let records = all(Shop::changes(), db).await;
        let records: Vec<ChangeRecord> = records
            .into_iter()
            .map(|one| one.expect("a record"))
            .collect();
        assert_eq!(records.len(), 5);
        assert!(records.iter().all(|record| record.keys().len() == 2));
        assert_eq!(records[0].kind(), ChangeKind::Insert);
        assert!(records[0].old_image().is_none() && records[0].new_image().is_some());
        let notes = records.into_iter().map(Change::<Note>::of_known);
        let notes: Vec<_> = notes.filter_map(|note| note.expect("a record")).collect();
        assert_eq!(notes.len(), 1);
        assert_eq!(notes[0].new, Some(note()));
    })
    .await;
}

#[tokio::test]
async fn a_checkpoint_continues_in_another_process() {
    with_shop(async |db| {
        for id in ["1", "2", "3"] {
            order(id).put().send(db).await.expect("written");
        }
        let mut first = Order::changes()
            .until_idle_for(idle())
            .send(db)
            .await
            .expect("a stream");
        let change = first.next().await.expect("a change").expect("an order");
        assert_eq!(change.new, Some(order("1")));
        let saved = first.checkpoint().to_string();
        drop(first);

        order("4").put().send(db).await.expect("written");
        let checkpoint: StreamCheckpoint = saved.parse().expect("a checkpoint");
        let changes = all(Order::changes().resume(checkpoint), db).await;
        let ids = changes
            .into_iter()
            .map(|change| change.expect("a change").new.map(|order| order.id));
        assert_eq!(
            ids.collect::<Option<Vec<_>>>().expect("images"),
            ["2", "3", "4"]
        );
    })
    .await;
}

#[tokio::test]
async fn from_now_has_what_is_written_after_it_was_sent() {
    with_shop(async |db| {
        order("1").put().send(db).await.expect("written");
        let changes = Order::changes().from_now().until_idle_for(idle());
        let mut changes = changes.send(db).await.expect("a stream");
        order("2").put().send(db).await.expect("written");
        let taken = rest(&mut changes).await;
        let taken: Vec<_> = taken
            .into_iter()
            .map(|change| change.expect("a change").new)
            .collect();
        assert_eq!(taken, [Some(order("2"))]);
    })
    .await;
}

/// Another task writes while this one follows, through the trait of the `futures` crates.
#[tokio::test]
async fn changes_come_as_they_are_made() {
    with_shop(async |db| {
        let changes = Order::changes()
            .poll_every(Duration::from_millis(50))
            .send(db)
            .await;
        let mut changes = pin!(changes.expect("a stream"));
        let mut next = async || {
            let change = std::future::poll_fn(|context| changes.as_mut().poll_next(context)).await;
            change.expect("no end").expect("a change").new
        };
        for id in ["1", "2", "3"] {
            order(id).put().send(db).await.expect("written");
            assert_eq!(next().await, Some(order(id)));
        }
    })
    .await;
}

#[tokio::test]
async fn a_removal_by_the_ttl_is_told() {
    if engine() != Engine::Embedded {
        return;
    }
    let now = || UNIX_EPOCH + Duration::from_secs(5_000_000_001);
    let early = || UNIX_EPOCH + Duration::from_secs(3_000_000_001);
    let engine = Embedded::memory().expect("an engine").with_clock(early);
    let db = tests::db_of(engine.client());
    db.create_table::<Shop>().await.expect("a table");
    db.enable_stream::<Shop>(StreamViewType::NewAndOldImages)
        .await
        .expect("a stream");
    note().put().send(&db).await.expect("written");
    let engine = engine.with_clock(now as fn() -> SystemTime);
    assert_eq!(engine.sweep_expired().expect("a sweep"), 1);
    let changes = all(Note::changes(), &db).await;
    let removed = changes
        .last()
        .expect("a change")
        .as_ref()
        .expect("a change");
    assert_eq!((removed.kind, removed.expired), (ChangeKind::Remove, true));
}

#[tokio::test]
async fn a_stream_of_keys_tells_the_type_and_the_key() {
    tests::with_table::<Shop>(async |db| {
    let keys = StreamViewType::KeysOnly;
    db.enable_stream::<Shop>(keys.clone()).await.expect("a stream");
    // It is on already.
    db.enable_stream::<Shop>(keys).await.expect("a stream");
    let other = db.enable_stream::<Shop>(StreamViewType::NewImage).await;
    let other = other.expect_err("other content").to_string();
    assert!(
        other.ends_with(
            "its stream has KEYS_ONLY, not NEW_IMAGE; turn it off first, which ends it for its readers"
        ),
        "{other}"
    );

    order("1").put().send(db).await.expect("written");
    let changes = all(Order::changes(), db).await;
    let change = changes[0].as_ref().expect("a change");
    assert_eq!((&change.old, &change.new), (&None, &None));
    assert_eq!(change.key::<Order>(), Some(Order::key("ada", "1")));
    }).await;
}

#[tokio::test]
async fn a_table_without_a_stream_says_how_to_turn_one_on() {
    tests::with_table::<Shop>(async |db| {
        let table = db.table_name::<Shop>().expect("a name");
        for refused in [
            Order::changes().send(db).await.err(),
            Shop::changes().send(db).await.err(),
            Entry::changes().send(db).await.err(),
        ] {
            assert_eq!(
                refused.map(|error| error.to_string()),
                Some(format!(
                    "table `{table}`: it has no stream to read changes from; turn one on with \
                 `db.enable_stream::<Shop>(…)`, or with the option `stream` of its design"
                ))
            );
        }
    })
    .await;
}

#[tokio::test]
async fn a_missing_table_is_an_error() {
    let db = tests::db()
        .await
        .with_table_name::<Shop>("no_such_table_of_streams");
    let missing = Order::changes().send(&db).await.err();
    assert!(matches!(missing, Some(Error::Sdk(_))), "{missing:?}");
    let missing = db.enable_stream::<Shop>(StreamViewType::KeysOnly).await;
    assert!(matches!(missing, Err(Error::Table { .. })));
}
