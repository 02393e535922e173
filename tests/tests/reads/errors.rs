//! Errors: how callers tell them apart, and that no message shows a stored value.

use std::collections::HashMap;
use std::error::Error as _;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Cursor, Db, Error, Item, Record};
use tests::with_table;

use tests::orders::{Line, Order, order, seed};

/// Stores an item that is not an order under an order's key.
async fn put_changed(db: &Db, number: u32, attribute: &str, value: Option<AttributeValue>) {
    let mut order = order(number);
    order.lines = vec![Line {
        sku: "sku".into(),
        size: 1,
    }];
    let mut item = order.to_item().expect("an item");
    match value {
        Some(value) => item.insert(attribute.into(), value),
        None => item.remove(attribute),
    };
    let table = db.table_name::<Order>().expect("a name");
    let put = db.client().put_item().table_name(table);
    put.set_item(Some(item)).send().await.expect("a put");
}

fn secret() -> AttributeValue {
    AttributeValue::S("s3cret".into())
}

#[tokio::test]
async fn a_wrong_item_in_the_middle_of_a_page_names_item_and_path() {
    with_table::<Order>(async |db| {
        seed(db, 5).await;
        let lines = |size: AttributeValue| {
            let line = [("sku".to_owned(), secret()), ("size".to_owned(), size)];
            AttributeValue::L(vec![AttributeValue::M(line.into())])
        };
        let cases = [
            ("total", Some(AttributeValue::N("31337.5".into())), "total"),
            ("total", None, "total"),
            ("status", Some(secret()), "status"),
            ("labels", Some(secret()), "labels"),
            (
                "order_id",
                Some(AttributeValue::N("31337".into())),
                "order_id",
            ),
            ("lines", Some(lines(secret())), "lines[0].size"),
            (
                "lines",
                Some(lines(AttributeValue::N("-1".into()))),
                "lines[0].size",
            ),
            (
                "tags",
                Some(AttributeValue::Ns(vec!["31337".into()])),
                "tags",
            ),
        ];
        for (attribute, value, path) in cases {
            put_changed(db, 3, attribute, value).await;
            let results = [
                Order::query("c1").all(db).await.map(|_| ()),
                Order::scan().all(db).await.map(|_| ()),
                order(3).to_key().get().send(db).await.map(|_| ()),
                order(3).put().returning_old().send(db).await.map(|_| ()),
            ];
            for result in results {
                let Err(Error::Decode(error)) = result else {
                    panic!("{attribute}: {result:?}");
                };
                assert_eq!((error.item(), error.path()), (Some("Order"), path));
                let shown = format!("{error} {error:?}");
                assert!(
                    !shown.contains("s3cret") && !shown.contains("31337"),
                    "{shown}"
                );
            }
        }
        let all = Order::query("c1")
            .all(db)
            .await
            .expect("the last put was sound");
        assert_eq!(all.len(), 5);
    })
    .await;
}

#[tokio::test]
async fn a_wrong_item_behind_the_limit_is_of_no_concern() {
    with_table::<Order>(async |db| {
        seed(db, 4).await;
        put_changed(db, 3, "total", None).await;
        let first = Order::query("c1").limit(2).send(db).await.expect("a query");
        assert_eq!(first.items, [order(1), order(2)]);
        assert_eq!(Order::query("c1").count(db).await.expect("a count"), 4);
    })
    .await;
}

#[tokio::test]
async fn a_failed_condition_shows_no_value_of_the_item() {
    with_table::<Order>(async |db| {
        let mut secretive = order(1);
        secretive.note = Some("s3cret".into());
        secretive.put().send(db).await.expect("a put");
        let error = secretive.create().send(db).await.expect_err("it exists");
        let shown = format!("{error} {error:?}");
        assert!(!shown.contains("s3cret"), "{shown}");
        assert!(shown.contains("Order"), "{shown}");
        let Error::ConditionFailed { current, .. } = error else {
            panic!("not a failed condition: {error}");
        };
        let current = current.expect("the item");
        assert_eq!(current.item()["note"], secret());
    })
    .await;
}

#[tokio::test]
async fn a_refusal_of_dynamodb_names_the_operation_and_the_table() {
    let db = tests::db_for::<Order>().await;
    let error = order(1).put().send(&db).await.expect_err("no table");
    let Error::Sdk(failure) = &error else {
        panic!("no failure of DynamoDB: {error:?}");
    };
    let table = db.table_name::<Order>().expect("a name");
    assert_eq!(failure.operation(), "PutItem");
    assert_eq!(failure.table(), &*table);
    assert_eq!(failure.code(), "ResourceNotFoundException");
    for words in [
        &*table,
        "does not exist",
        "db.ensure_table::<Order>()",
        "create_table",
    ] {
        assert!(error.to_string().contains(words), "`{words}` in: {error}");
    }
    assert!(error.source().is_some());
    assert!(!error.is_condition_failed() && !error.is_throttled() && !error.is_not_found());
    for error in [
        Order::query("c1").all(&db).await.err(),
        Order::scan().all(&db).await.err(),
        order(1).to_key().get().send(&db).await.err(),
        order(1).to_key().delete().send(&db).await.err(),
    ] {
        assert!(matches!(error, Some(Error::Sdk(_))), "{error:?}");
        let message = error.map(|error| error.to_string()).unwrap_or_default();
        assert!(message.contains("ensure_table::<Order>()"), "{message}");
    }
    let batch = db.batch_get([order(1).to_key()]).await.expect_err("none");
    assert!(batch.to_string().contains("does not exist"), "{batch}");
    let transaction = db.transact(order(1).put()).await.expect_err("none");
    let message = transaction.to_string();
    assert!(message.contains("ensure_table::<Order>()"), "{message}");
}

#[tokio::test]
async fn a_table_that_exists_says_so() {
    with_table::<Order>(async |db| {
        let error = db.create_table::<Order>().await.expect_err("it exists");
        let message = error.to_string();
        assert!(message.contains("already exists") && message.contains("ensure_table"));
    })
    .await;
}

#[tokio::test]
async fn an_operation_that_needs_an_item_says_that_there_is_none() {
    with_table::<Order>(async |db| {
        let key = || order(1).to_key();
        let touched = || key().update().set(Order::TOTAL, 1);
        let missing = [
            touched().send(db).await.err(),
            order(1).replace().send(db).await.err(),
            key().modify(|order| order.total = 1).send(db).await.err(),
            key()
                .delete()
                .condition(Order::TOTAL.gt(0))
                .send(db)
                .await
                .err(),
            order(1)
                .put()
                .condition(Order::TOTAL.gt(0))
                .send(db)
                .await
                .err(),
            Order::query("c1").one(db).await.err(),
            db.transact(touched()).await.err(),
            db.transact((order(2).put(), key().check(Order::TOTAL.gt(0))))
                .await
                .err(),
        ];
        for error in missing {
            let error = error.expect("there is none");
            assert!(error.is_not_found(), "{error}");
        }
        order(1).put().send(db).await.expect("a put");
        let present = [
            order(1).create().send(db).await.err(),
            touched()
                .condition(Order::TOTAL.gt(1_000_000))
                .send(db)
                .await
                .err(),
            db.transact(order(1).create()).await.err(),
        ];
        for error in present {
            let error = error.expect("a condition");
            assert!(
                error.is_condition_failed() && !error.is_not_found(),
                "{error}"
            );
        }
    })
    .await;
}

/// The keys of a map are data as its values are.
#[tokio::test]
async fn no_error_shows_the_key_of_a_map() {
    #[derive(Debug, Item)]
    #[table(name = "grades", pk = "class")]
    struct Grades {
        class: String,
        by_name: HashMap<String, f64>,
        #[dynamo(serde)]
        bridged: HashMap<String, f64>,
    }
    with_table::<Grades>(async |db| {
        let by_name = HashMap::from([("s3cret".to_owned(), f64::NAN)]);
        let grades = Grades {
            class: "1a".into(),
            by_name: by_name.clone(),
            bridged: HashMap::new(),
        };
        let bridged = Grades {
            by_name: HashMap::new(),
            bridged: by_name,
            class: "1a".into(),
        };
        let entry = Grades::BY_NAME.entry("s3cret");
        let update = Grades::key("1a").update().set(entry, f64::NAN);
        for (error, path) in [
            (grades.put().send(db).await, "by_name.*"),
            (bridged.put().send(db).await, "bridged.*"),
            (update.send(db).await, "by_name.*"),
        ] {
            let error = error.expect_err("no number");
            let shown = format!("{error} {error:?}");
            assert!(!shown.contains("s3cret") && shown.contains(path), "{shown}");
        }
        for attribute in ["by_name", "bridged"] {
            let mut item = HashMap::from([("class".to_owned(), AttributeValue::S("1a".into()))]);
            for map in ["by_name", "bridged"] {
                let entries = [("s3cret".to_owned(), secret())];
                let entries = entries.into_iter().filter(|_| map == attribute);
                item.insert(map.to_owned(), AttributeValue::M(entries.collect()));
            }
            let error = Grades::from_item(item).expect_err("text");
            let shown = format!("{error} {error:?}");
            assert!(!shown.contains("s3cret"), "{shown}");
            assert!(shown.contains(&format!("{attribute}.*")), "{shown}");
        }
    })
    .await;
}

#[tokio::test]
async fn values_that_cannot_be_stored_are_refused_by_path() {
    /// A measurement, which must be a number DynamoDB has.
    #[derive(Debug, Clone, PartialEq, Item)]
    #[table(name = "measures", pk = "id")]
    struct Measure {
        id: String,
        values: Vec<f64>,
    }
    let db = &tests::db_for::<Measure>().await;
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, 1e-200] {
        let measure = Measure {
            id: "m".into(),
            values: vec![0.0, value],
        };
        let error = measure.put().send(db).await;
        let Err(Error::Encode(error)) = error else {
            panic!("{value}: {error:?}");
        };
        assert_eq!((error.item(), error.path()), (Some("Measure"), "values[1]"));
        let filter = Measure::scan().filter(Measure::VALUES.contains(value));
        assert!(matches!(filter.into_sdk(db), Err(Error::Encode(_))));
    }
}

#[test]
fn an_error_is_sent_between_threads_and_has_a_source() {
    fn assert_usable<T: std::error::Error + Send + Sync + 'static>() {}
    assert_usable::<Error>();
    let error = Order::key("a#b", "t", "o")
        .partition()
        .expect_err("a delimiter")
        .to_string();
    assert!(
        error.contains("Order") && error.contains("PK") && error.contains("customer"),
        "{error}"
    );
    assert!(!error.contains("a#b"), "{error}");
}

/// A report of the whole chain, as `anyhow` writes it.
fn chain(error: &Error) -> Vec<String> {
    let first: &dyn std::error::Error = error;
    let causes = std::iter::successors(Some(first), |error| (*error).source());
    causes.map(ToString::to_string).collect()
}

#[tokio::test]
async fn no_message_repeats_its_source() {
    with_table::<Order>(async |db| {
        put_changed(db, 1, "labels", Some(secret())).await;
        let errors = [
            Order::query("a#b").all(db).await.expect_err("a delimiter"),
            Order::query("c1").all(db).await.expect_err("a wrong item"),
            Order::query("c1")
                .after(Cursor::from("x"))
                .send(db)
                .await
                .expect_err("no cursor"),
            db.batch_get([order(1).to_key()])
                .await
                .expect_err("a wrong item"),
        ];
        for error in errors {
            assert_eq!(chain(&error), [error.to_string()]);
        }
    })
    .await;
    // The cause of a failed batch is still reachable.
    let db = tests::db_for::<Order>().await;
    let error = db
        .batch_write([order(1).put()])
        .await
        .expect_err("no table");
    let chain = chain(&error);
    assert!(
        chain.len() > 1 && !chain[0].contains(&chain[1]),
        "{chain:?}"
    );
    assert!(chain[0].contains("db.ensure_table::<Order>()"), "{chain:?}");
}

#[tokio::test]
async fn what_could_not_be_read_is_one_line_each() {
    with_table::<Order>(async |db| {
        put_changed(db, 1, "labels", Some(secret())).await;
        let salvaged = Order::query("c1").salvage(db).await.expect("a query");
        let shown = format!("{:?}", salvaged.failed);
        assert!(
            shown.starts_with("[DecodeError: `Order` attribute `labels`: expected M"),
            "{shown}"
        );
        assert!(!shown.contains('{') && !shown.contains("s3cret"), "{shown}");
    })
    .await;
}
