//! The sampler of hot keys: each request counts for its partition, and no key is seen.

use dynamo_runtime::Item;
use dynamo_runtime::observe::HotKeys;

use crate::{Secret, secret, tells};

#[tokio::test]
async fn each_operation_counts_for_the_partition_it_names() {
    tests::with_table::<Secret>(async |db| {
        let hot_keys = HotKeys::new(100);
        let db = &db.clone().with_hot_keys(&hot_keys);
        let key = || Secret::key("hush-id", 424_242);
        secret().put().send(db).await.expect("a put");
        key().get().send(db).await.expect("a get");
        Secret::query("hush-id").all(db).await.expect("a query");
        let item = secret();
        db.batch_write([item.put()]).await.expect("a batch");
        db.batch_get([key()]).await.expect("a batch");
        db.transact([key().delete()]).await.expect("a transaction");
        Secret::scan().all(db).await.expect("a scan");
        Secret::query("cold").all(db).await.expect("a query");
        let query = Secret::by_text("hush-text");
        query.all(db).await.expect("a query");

        let report = hot_keys.report(10);
        let table = db.table_name::<Secret>().expect("a table");
        assert_eq!(report.len(), 3);
        assert!(report.iter().all(|hot| hot.table == table));
        let hottest = &report[0];
        assert_eq!((hottest.count, hottest.over), (6, 0));
        assert_eq!(hottest.hash, hot_keys.hash_of("hush-id"));
        let of_key = hot_keys.hash_of_key(&key()).expect("a key");
        assert_eq!(hottest.hash, of_key);
        assert!((hottest.share - 0.75).abs() < 1e-9);
        let mut of_index = report.iter().filter(|hot| hot.index.is_some());
        let of_index = of_index.next().expect("a partition of the index");
        assert_eq!(of_index.index.as_deref(), Some("ByText"));
        assert_eq!(of_index.hash, hot_keys.hash_of("hush-text"));
        let shown = format!("{report:?} {hottest} {hot_keys:?}");
        assert!(!tells(&shown), "{shown}");
        hot_keys.reset();
        assert!(hot_keys.report(1).is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_hot_key_is_found_with_fewer_counters_than_keys() {
    tests::with_table::<Secret>(async |db| {
        let hot_keys = HotKeys::with_secret(8, "of this service");
        let db = &db.clone().with_hot_keys(&hot_keys);
        for number in 0..60 {
            let id = if number % 3 == 0 {
                "hush-hot".to_owned()
            } else {
                format!("cold-{number}")
            };
            Secret::key(id, 1).get().send(db).await.expect("a get");
        }
        let report = hot_keys.report(1);
        assert_eq!(report[0].hash, hot_keys.hash_of("hush-hot"));
        assert!(report[0].count >= 20 && report[0].count - report[0].over <= 20);
    })
    .await;
}
