//! An observer is told about each request: labels, retries, throttles, units and counts.

use std::sync::{Arc, Mutex};
use std::time::{Duration, UNIX_EPOCH};

use dynamo_runtime::error::ThrottlingLimit;
use dynamo_runtime::faults::{Fault, Faults};
use dynamo_runtime::observe::{Observation, Observer};
use dynamo_runtime::{Db, Embedded, Item, Key, Meter};

use crate::{Secret, secret, tells};

/// Keeps the observations, with their names owned.
#[derive(Default)]
struct Seen(Mutex<Vec<Observed>>);

#[derive(Debug, Clone, PartialEq)]
struct Observed {
    operation: &'static str,
    table: String,
    method: String,
    index: Option<&'static str>,
    error: Option<String>,
    attempts: (u32, u32),
    limits: Vec<(Option<String>, bool, ThrottlingLimit)>,
    units: Vec<(Option<String>, f64)>,
    counts: (u64, u64, u64),
}

impl Observer for Seen {
    fn request(&self, seen: &Observation<'_>) {
        assert!(!tells(&format!("{seen:?}")), "{seen:?}");
        let units = seen.units.iter().map(|part| {
            assert_eq!(part.table, seen.table);
            (part.index.as_deref().map(str::to_owned), part.units)
        });
        let limits = seen.throttling.iter().map(|limit| {
            let index = limit.index().map(str::to_owned);
            (index, limit.is_write(), limit.limit())
        });
        let observed = Observed {
            operation: seen.operation,
            table: seen.table.to_string(),
            method: format!("{}::{}", seen.item, seen.method),
            index: seen.index,
            error: seen.error.map(str::to_owned),
            attempts: (seen.retries, seen.throttled),
            limits: limits.collect(),
            units: units.collect(),
            counts: (seen.read, seen.returned, seen.unprocessed),
        };
        self.0.lock().expect("a lock").push(observed);
    }
}

fn observed(db: &Db) -> (Db, Arc<Seen>) {
    let seen = Arc::new(Seen::default());
    (db.clone().with_observer(Arc::clone(&seen)), seen)
}

fn take(seen: &Seen) -> Vec<Observed> {
    std::mem::take(&mut *seen.0.lock().expect("a lock"))
}

/// The units of the table and of each index, in order; `None` is the table.
fn units(one: &Observed) -> Vec<(Option<&str>, f64)> {
    let parts = one.units.iter();
    parts
        .map(|(index, units)| (index.as_deref(), *units))
        .collect()
}

#[tokio::test]
async fn a_request_is_told_with_its_labels_its_counts_and_its_units() {
    tests::with_table::<Secret>(async |db| {
        let (db, seen) = observed(db);
        let db = &db;
        secret().create().send(db).await.expect("a create");
        let other = Secret { at: 2, ..secret() };
        other.put().send(db).await.expect("a put");
        let query = Secret::query("hush-id").filter(Secret::TEXT.ne("hush-text"));
        let meter = Meter::new();
        query.meter(&meter).all(db).await.expect("a query");
        assert!((meter.capacity().units - 0.5).abs() < f64::EPSILON);
        let keys = [Secret::key("hush-id", 2), Secret::key("hush-id", 3)];
        db.batch_get(keys.clone()).await.expect("a batch");
        let gets = keys.map(Key::get);
        db.transact_get(gets).await.expect("a transaction");
        assert!(secret().create().send(db).await.is_err());

        let all = take(&seen);
        let labels: Vec<_> = all
            .iter()
            .map(|one| (one.operation, &*one.method))
            .collect();
        let expected = [
            ("PutItem", "Secret::create"),
            ("PutItem", "Secret::put"),
            ("Query", "Secret::query"),
            ("BatchGetItem", "::batch_get"),
            ("TransactGetItems", "::transact_get"),
            ("PutItem", "Secret::create"),
        ];
        assert_eq!(labels, expected);
        let table = db.table_name::<Secret>().expect("a table");
        assert!(all.iter().all(|one| one.table == table));
        let counts: Vec<_> = all.iter().map(|one| one.counts).collect();
        assert_eq!(counts[2..5], [(2, 0, 0), (1, 1, 0), (1, 1, 0)]);
        let error = all[5].error.as_deref();
        assert_eq!(error, Some("ConditionalCheckFailedException"));
        assert!(all[..5].iter().all(|one| one.error.is_none()));
        assert!(all.iter().all(|one| one.attempts == (0, 0)));
        assert_eq!(units(&all[0]), [(None, 1.0), (Some("ByText"), 1.0)]);
        assert_eq!(units(&all[2]), [(None, 0.5)]);
    })
    .await;
}

#[tokio::test]
async fn a_read_of_an_index_is_told_with_its_index() {
    tests::with_table::<Secret>(async |db| {
        secret().put().send(db).await.expect("a put");
        let (db, seen) = observed(db);
        let query = Secret::by_text("hush-text");
        query.count(&db).await.expect("a count");
        let [one] = &*take(&seen) else {
            panic!("one request");
        };
        assert_eq!(one.index, Some("ByText"));
        assert_eq!(one.method, "Secret::by_text");
        let of_index: f64 = one.units.iter().map(|(_, units)| units).sum();
        assert!(of_index >= 0.5);
        assert_eq!(
            one.units.last().map(|(index, _)| index.is_some()),
            Some(true)
        );
    })
    .await;
}

#[tokio::test]
async fn retries_and_throttled_attempts_are_counted_in_both_ways() {
    for through_the_sdk in [false, true] {
        let faults = Faults::default();
        let db = Db::embedded_with_faults(&faults).await.expect("an engine");
        let db = if through_the_sdk {
            db.through_the_sdk()
        } else {
            db
        };
        db.create_table::<Secret>().await.expect("a table");
        secret().put().send(&db).await.expect("a put");
        let (db, seen) = observed(&db);
        faults.script([Fault::Throttle, Fault::ServerError]);
        secret().put().send(&db).await.expect("a put");
        faults.script([Fault::Unprocessed]);
        let keys = [Secret::key("hush-id", 424_242)];
        db.batch_get(keys).await.expect("a batch");
        let all = take(&seen);
        assert_eq!(all[0].attempts, (2, 1));
        assert_eq!(all[0].error, None);
        assert_eq!(all[1].counts, (0, 0, 1));
        assert_eq!(all[2].counts, (1, 1, 0));
    }
}

#[tokio::test]
async fn a_throttled_request_is_told_with_the_limit_it_exceeded() {
    let start = UNIX_EPOCH + Duration::from_hours(500_000);
    let engine = Embedded::memory().expect("an engine");
    let engine = engine.with_clock(move || start).with_partition_limits();
    let db = tests::db_of(engine.client());
    db.create_table::<Secret>().await.expect("a table");
    let (db, seen) = observed(&db);
    for at in 0..1_100 {
        let item = Secret { at, ..secret() };
        // The retries may or may not wait until the partition carries more.
        if let Err(error) = item.put().send(&db).await {
            assert!(error.is_throttled(), "{error}");
        }
    }
    let all = take(&seen);
    let hot = all.iter().find(|one| one.attempts.1 > 0);
    let hot = hot.expect("a throttled request");
    assert!(hot.attempts.0 > 0);
    let (_, is_write, limit) = &hot.limits[0];
    assert!(*is_write);
    assert_eq!(*limit, ThrottlingLimit::Partition);
}
