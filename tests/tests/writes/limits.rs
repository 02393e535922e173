//! Numbers that stay within their types, and versions that end.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Attribute, Db, Error, Item, Key, Update};
use tests::stored::{consistent, overwrite, stored, text};
use tests::with_table;

#[derive(Debug, Clone, Copy, PartialEq, Attribute)]
struct Points(i16);

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "stock", pk = "PK")]
#[key(pk = "STOCK#{id}")]
struct Stock {
    id: String,
    left: u32,
    sold: u32,
    small: i8,
    points: Points,
    total: Option<u64>,
    wide: u128,
    price: f64,
    shelves: BTreeMap<String, u8>,
}

fn key() -> Key<Stock> {
    Stock::key("s")
}

fn update() -> Update<Stock> {
    key().update()
}

async fn with_stock(test: impl AsyncFnOnce(&Db)) {
    with_table::<Stock>(async |db| {
        let stock = Stock {
            id: "s".into(),
            left: 5,
            sold: 7,
            small: -100,
            points: Points(32_000),
            total: None,
            wide: 3,
            price: 0.5,
            shelves: BTreeMap::from([("a".to_owned(), 250)]),
        };
        stock.create().send(db).await.expect("a create");
        test(db).await;
    })
    .await;
}

/// An update that would make an unreadable item is not written, and the error says why.
#[tokio::test]
async fn a_number_stays_within_its_type() {
    with_stock(async |db| {
        let before = stored(db, key()).await;
        for (attribute, refused) in [
            ("left", update().subtract(Stock::LEFT, 6)),
            ("left", update().add(Stock::LEFT, u32::MAX - 4)),
            ("small", update().add(Stock::SMALL, -29)),
            ("small", update().subtract(Stock::SMALL, 29)),
            (
                "small",
                update()
                    .add(Stock::POINTS, Points(1))
                    .subtract(Stock::SMALL, i8::MAX),
            ),
            ("points", update().add(Stock::POINTS, Points(768))),
            ("total", update().subtract(Stock::TOTAL, 1)),
            ("wide", update().subtract(Stock::WIDE, 4)),
            ("shelves.*", update().add(Stock::SHELVES.entry("a"), 6)),
            ("left", update().set(Stock::LEFT, Stock::LEFT.minus(6))),
            (
                "left",
                update().set(Stock::SOLD, Stock::LEFT.minus_field(Stock::SOLD)),
            ),
            ("small", update().set(Stock::SMALL, Stock::SMALL.plus(-30))),
        ] {
            let error = refused.send(db).await.expect_err("a refusal");
            assert!(error.is_condition_failed(), "{error}");
            let message = error.to_string();
            let words = format!("`{attribute}` would leave the range of its type");
            if attribute != "total" {
                assert!(message.contains(&words), "`{words}` in: {message}");
                assert!(error.current::<Stock>().expect("one").is_some());
            }
        }
        let error = db.transact(update().subtract(Stock::LEFT, 6)).await;
        let message = error.expect_err("a refusal").to_string();
        assert!(message.contains("`left` would leave"), "{message}");
        assert_eq!(stored(db, key()).await, before);
    })
    .await;
}

#[tokio::test]
async fn a_number_reaches_the_ends_of_its_type() {
    with_stock(async |db| {
        for reached in [
            update().subtract(Stock::LEFT, 5),
            update().add(Stock::LEFT, u32::MAX),
            update().add(Stock::SMALL, -28),
            update()
                .add(Stock::SMALL, i8::MAX)
                .add(Stock::TOTAL, u64::MAX),
            update().add(Stock::POINTS, Points(767)),
            update().subtract(Stock::WIDE, 3).add(Stock::PRICE, -2.0),
            update().add(Stock::SHELVES.entry("a"), 5),
            update().set(Stock::SOLD, Stock::SOLD.minus(7)),
        ] {
            reached.send(db).await.expect("an update");
        }
        let item = consistent(db, key()).await;
        for (name, value) in [
            ("left", "4294967295"),
            ("sold", "0"),
            ("small", "-1"),
            ("points", "32767"),
            ("total", "18446744073709551615"),
            ("wide", "0"),
            ("price", "-1.5"),
        ] {
            assert_eq!(text(&item, name), Some(value), "{name}");
        }
    })
    .await;
}

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "docs", pk = "id")]
struct Doc {
    id: String,
    text: String,
    #[dynamo(version)]
    version: u16,
}

/// A version that cannot go up would let one writer overwrite another.
#[tokio::test]
async fn a_version_at_its_end_is_an_error() {
    with_table::<Doc>(async |db| {
        let doc = |version| Doc {
            id: "d".into(),
            text: "a".into(),
            version,
        };
        doc(0).create().send(db).await.expect("a create");
        let last = |number: &str| Some(AttributeValue::N(number.into()));
        overwrite(db, Doc::key("d"), "version", last("65534")).await;
        let update = || Doc::key("d").update().set(Doc::TEXT, "b");
        update().send(db).await.expect("the last one");
        let before = stored(db, Doc::key("d")).await;
        assert_eq!(text(&before, "version"), Some("65535"));

        let end = doc(u16::MAX);
        let modify = Doc::key("d").modify(|doc| doc.text.push('c'));
        let errors: [Result<(), Error>; 7] = [
            end.put().send(db).await,
            end.replace().send(db).await,
            end.create().send(db).await,
            update().send(db).await,
            update().upsert().send(db).await,
            modify.send(db).await.map(drop),
            db.batch_write(end.put()).await,
        ];
        for error in errors {
            let message = error.expect_err("the end").to_string();
            for word in ["Doc", "`version`", "maximum"] {
                assert!(message.contains(word), "`{word}` in: {message}");
            }
        }
        assert_eq!(stored(db, Doc::key("d")).await, before);
        end.delete()
            .send(db)
            .await
            .expect("a delete needs no next version");
    })
    .await;
}

/// A new item counts from zero.
#[tokio::test]
async fn an_upsert_stays_within_the_type() {
    #[derive(Debug, PartialEq, Item)]
    #[table(name = "counters", pk = "id")]
    struct Counter {
        id: String,
        count: u8,
    }

    with_table::<Counter>(async |db| {
        let update = || Counter::key("c").update().upsert();
        let error = update().subtract(Counter::COUNT, 1).send(db).await;
        let error = error.expect_err("below zero");
        assert!(error.is_condition_failed(), "{error}");
        assert!(error.to_string().contains("0 to 255"), "{error}");
        let full = update().add(Counter::COUNT, u8::MAX).returning_new();
        assert_eq!(full.send(db).await.expect("an upsert").count, 255);
        assert!(update().add(Counter::COUNT, 1).send(db).await.is_err());
        let none = update().subtract(Counter::COUNT, 255).returning_new();
        assert_eq!(none.send(db).await.expect("an upsert").count, 0);
    })
    .await;
}
