//! The exchange rate design: its items are those of the document, and every access pattern is a
//! call.

use std::collections::HashMap;
use std::time::Duration;

use aws_sdk_dynamodb::types::{AttributeValue, ProjectionType, ScalarAttributeType};
use dynamo_runtime::{Db, Item, Record};
use examples::exchange_rates::{Rate, RateCache};
use tests::clock::{Clock, START};
use tests::with_table;

/// The time of the document's samples.
const TAKEN: u64 = 1_704_067_200;
const EXPIRES: u64 = 1_704_153_600;

fn rate(base: &str, target: &str, rate: f64) -> Rate {
    Rate {
        base: base.into(),
        target: target.into(),
        rate,
        timestamp: TAKEN,
        stale: false,
        ttl: EXPIRES,
    }
}

/// A sample of the document: `PK`, `Base`, `Target` and `Rate`; the rest is the same in all.
fn sample(pk: &str, base: &str, target: &str, rate: &str) -> HashMap<String, AttributeValue> {
    let text = |text: &str| AttributeValue::S(text.to_owned());
    let number = |number: &str| AttributeValue::N(number.to_owned());
    HashMap::from([
        ("PK".to_owned(), text(pk)),
        ("Base".to_owned(), text(base)),
        ("Target".to_owned(), text(target)),
        ("Rate".to_owned(), number(rate)),
        ("Timestamp".to_owned(), number("1704067200")),
        ("Stale".to_owned(), AttributeValue::Bool(false)),
        ("ttl".to_owned(), number("1704153600")),
    ])
}

#[test]
fn items_are_those_of_the_document() {
    let samples = [
        (
            rate("USD", "EUR", 0.85),
            sample("RATE#USD#EUR", "USD", "EUR", "0.85"),
        ),
        (
            rate("USD", "GBP", 0.75),
            sample("RATE#USD#GBP", "USD", "GBP", "0.75"),
        ),
        (
            rate("EUR", "GBP", 0.88),
            sample("RATE#EUR#GBP", "EUR", "GBP", "0.88"),
        ),
    ];
    for (rate, sample) in samples {
        assert_eq!(rate.to_item().expect("an item"), sample);
        assert_eq!(Rate::from_item(sample).expect("a rate"), rate);
    }
}

#[tokio::test]
async fn the_table_is_that_of_the_document() {
    with_table::<Rate>(async |db| {
        let name = db.table_name::<Rate>().expect("a name").into_owned();
        let table = db.client().describe_table().table_name(&name).send().await;
        let table = table.expect("a table").table.expect("a description");
        assert_eq!(table.key_schema().len(), 1);
        assert_eq!(table.key_schema()[0].attribute_name(), "PK");
        let [index] = table.global_secondary_indexes() else {
            panic!("one index: {:?}", table.global_secondary_indexes());
        };
        assert_eq!(index.index_name(), Some("BaseCurrencyIndex"));
        assert_eq!(index.key_schema().len(), 1);
        assert_eq!(index.key_schema()[0].attribute_name(), "Base");
        let projection = index.projection().and_then(|found| found.projection_type());
        assert_eq!(projection, Some(&ProjectionType::All));
        for attribute in table.attribute_definitions() {
            assert_eq!(*attribute.attribute_type(), ScalarAttributeType::S);
        }
        let ttl = db
            .client()
            .describe_time_to_live()
            .table_name(&name)
            .send()
            .await;
        let ttl = ttl
            .expect("an answer")
            .time_to_live_description
            .expect("a TTL");
        assert_eq!(ttl.attribute_name(), Some("ttl"));
    })
    .await;
    let db = tests::db().await;
    assert_eq!(
        db.table_name::<Rate>().ok().as_deref(),
        Some("ExchangeRates")
    );
}

const DAY: u64 = EXPIRES - TAKEN;

/// A rate that was taken when the tests begin, and is kept for a day.
fn taken_now(base: &str, target: &str, value: f64) -> Rate {
    Rate {
        timestamp: START,
        ttl: START + DAY,
        ..rate(base, target, value)
    }
}

/// A cache with the rates of the samples.
async fn with_cache(test: impl AsyncFnOnce(&Db, &RateCache, &Clock)) {
    with_table::<Rate>(async |db| {
        let clock = Clock::new();
        let db = clock.drive(db);
        let cache = RateCache::new(&db);
        let day = Duration::from_secs(DAY);
        for rate in [
            taken_now("USD", "EUR", 0.85),
            taken_now("USD", "GBP", 0.75),
            taken_now("EUR", "GBP", 0.88),
        ] {
            cache.save(rate, day).await.expect("a save");
        }
        test(&db, &cache, &clock).await;
    })
    .await;
}

#[tokio::test]
async fn save_and_get() {
    with_cache(async |_, cache, _| {
        let found = cache.get("USD", "EUR").await.expect("a get");
        assert_eq!(
            found,
            Some(taken_now("USD", "EUR", 0.85)),
            "saved until its time is over"
        );
        assert_eq!(cache.get("EUR", "USD").await.expect("a get"), None);
        let again = taken_now("USD", "EUR", 0.9);
        cache
            .save(again, Duration::from_secs(75))
            .await
            .expect("a save");
        let found = cache
            .get("USD", "EUR")
            .await
            .expect("a get")
            .expect("a rate");
        assert_eq!((found.rate, found.ttl), (0.9, START + 75));
    })
    .await;
}

#[tokio::test]
async fn get_by_base() {
    with_cache(async |_, cache, _| {
        let mut targets: Vec<_> = cache
            .get_by_base("USD")
            .await
            .expect("a query")
            .into_iter()
            .map(|rate| rate.target)
            .collect();
        targets.sort();
        assert_eq!(targets, ["EUR", "GBP"]);
        assert_eq!(cache.get_by_base("GBP").await.expect("a query"), []);
    })
    .await;
}

#[tokio::test]
async fn get_stale() {
    with_cache(async |db, cache, clock| {
        let mut stale = taken_now("USD", "EUR", 0.85);
        stale.stale = true;
        stale.put().send(db).await.expect("a put");
        assert_eq!(cache.get("USD", "EUR").await.expect("a get"), None);
        let found = cache.get_stale("USD", "EUR").await.expect("a get");
        assert_eq!(found, Some(stale));
        clock.pass(DAY);
        assert_eq!(
            cache.get("USD", "GBP").await.expect("a get"),
            None,
            "its time is over"
        );
        let found = cache.get_stale("USD", "GBP").await.expect("a get");
        assert_eq!(found, Some(taken_now("USD", "GBP", 0.75)));
    })
    .await;
}

#[tokio::test]
async fn delete() {
    with_cache(async |_, cache, _| {
        cache.delete("USD", "EUR").await.expect("a delete");
        assert_eq!(cache.get_stale("USD", "EUR").await.expect("a get"), None);
        assert!(cache.get("USD", "GBP").await.expect("a get").is_some());
        assert_eq!(cache.get_by_base("USD").await.expect("a query").len(), 1);
    })
    .await;
}
