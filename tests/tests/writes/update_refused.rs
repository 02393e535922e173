//! Updates that are refused, before anything is sent if that can be known; and what is sent.

use std::collections::{BTreeMap, BTreeSet};

use dynamo_runtime::{Attribute, Db, Error, Item, Update};
use tests::stored::overwrite;
use tests::with_table;

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "plain", pk = "id")]
struct Plain {
    id: String,
    #[dynamo(rename = "status")]
    name: Option<String>,
    kind: Option<Kind>,
    price: f64,
    prices: Vec<f64>,
    map: BTreeMap<String, f64>,
    tags: BTreeSet<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Attribute)]
enum Kind {
    One,
}

fn update() -> Update<Plain> {
    Plain::key("p").update()
}

/// The error of an update on a table that does not exist: anything sent would be [`Error::Sdk`].
async fn unsent(db: &Db, update: Update<Plain>) -> Error {
    update.send(db).await.expect_err("a refusal")
}

#[tokio::test]
async fn values_that_cannot_be_stored_are_refused_before_anything_is_sent() {
    let db = tests::db_for::<Plain>().await;
    for (refused, named) in [
        (update().set(Plain::PRICE, f64::NAN), "price"),
        (update().add(Plain::PRICE, f64::INFINITY), "price"),
        (update().subtract(Plain::PRICE, f64::NAN), "price"),
        (update().set_if_absent(Plain::PRICE, f64::NAN), "price"),
        (update().set(Plain::PRICE, Plain::PRICE.plus(f64::NAN)), ""),
        (update().append(Plain::PRICES, [1.0, f64::NAN]), "prices"),
        (update().set(Plain::PRICES.at(3), f64::NAN), "prices[3]"),
        (update().set(Plain::MAP.entry("a"), f64::NAN), "map.*"),
        (update().set(Plain::KIND, "Two"), "kind"),
        (update().set_if_absent(Plain::NAME, None), "status"),
    ] {
        let error = unsent(&db, refused).await;
        assert!(matches!(error, Error::Encode(_)), "{error}");
        let message = error.to_string();
        assert!(
            message.contains("Plain") && message.contains(named),
            "{message}"
        );
    }
}

#[tokio::test]
async fn a_key_that_cannot_be_built_is_refused() {
    let db = tests::db_for::<Plain>().await;
    let error = unsent(&db, Plain::key("").update().set(Plain::PRICE, 1.0)).await;
    assert!(matches!(error, Error::Key(_)), "{error}");
}

#[tokio::test]
async fn one_place_is_changed_once() {
    let db = tests::db_for::<Plain>().await;
    for twice in [
        update().set(Plain::NAME, "a").set(Plain::NAME, "b"),
        update().set(Plain::NAME, "a").remove(Plain::NAME),
        update().add(Plain::PRICE, 1.0).add(Plain::PRICE, 1.0),
        update()
            .append(Plain::PRICES, [1.0])
            .set(Plain::PRICES.at(0), 2.0),
        update()
            .set(Plain::PRICES.at(0), 2.0)
            .prepend(Plain::PRICES, [1.0]),
        update()
            .remove(Plain::MAP.entry("a"))
            .set(Plain::MAP.entry("a"), 1.0),
        update()
            .set(Plain::MAP, BTreeMap::new())
            .set(Plain::MAP.entry("a"), 1.0),
    ] {
        let error = unsent(&db, twice).await;
        assert!(matches!(error, Error::Expression { .. }), "{error}");
        assert!(
            error
                .to_string()
                .ends_with(" twice; keep one of the changes"),
            "{error}"
        );
    }
}

#[tokio::test]
async fn places_beside_each_other_are_not_one() {
    with_table::<Plain>(async |db| {
        let plain = Plain {
            id: "p".into(),
            name: None,
            kind: None,
            price: 1.0,
            prices: vec![1.0, 2.0],
            map: BTreeMap::from([("a".to_owned(), 1.0)]),
            tags: BTreeSet::new(),
        };
        plain.put().send(db).await.expect("a put");
        let update = update().set(Plain::PRICES.at(0), 3.0);
        let update = update
            .set(Plain::PRICES.at(1), 4.0)
            .set(Plain::MAP.entry("aa"), 5.0);
        let changed = update.set(Plain::MAP.entry("a"), 6.0).returning_new();
        let changed = changed.send(db).await.expect("an update");
        assert_eq!(changed.prices, [3.0, 4.0]);
        assert_eq!(changed.map.into_values().collect::<Vec<_>>(), [6.0, 5.0]);
    })
    .await;
}

#[tokio::test]
async fn an_item_must_exist() {
    with_table::<Plain>(async |db| {
        let error = update().set(Plain::PRICE, 1.0).send(db).await;
        let error = error.expect_err("no item");
        assert!(error.is_condition_failed(), "{error}");
        assert_eq!(error.current::<Plain>().expect("nothing to decode"), None);
        let read = Plain::key("p").exists().consistent().send(db).await;
        assert!(!read.expect("a read"), "nothing is half-written");
    })
    .await;
}

/// Words and values of a request that DynamoDB could take for its own stand nowhere but in the
/// placeholders.
#[tokio::test]
async fn the_request_has_placeholders_only() {
    let db = tests::db_for::<Plain>().await;
    let request = update()
        .set(Plain::NAME, "a value = :v9")
        .set(Plain::MAP.entry("last.name #x"), 1.0)
        .remove(Plain::PRICES.at(2))
        .add_to_set(Plain::TAGS, ["t".to_owned()].into())
        .condition(Plain::PRICE.gt(99.0))
        .into_sdk(&db)
        .expect("a request");
    let update = request
        .get_update_expression()
        .as_deref()
        .expect("an update");
    let condition = request.get_condition_expression().as_deref();
    let names = request
        .get_expression_attribute_names()
        .as_ref()
        .expect("names");
    for expression in [update, condition.expect("a condition")] {
        for word in [
            "status", "map", "last", "prices", "tags", "price", "value", "99",
        ] {
            assert!(!expression.contains(word), "`{word}` in `{expression}`");
        }
    }
    for name in ["status", "map", "last.name #x", "prices", "tags", "price"] {
        assert!(names.values().any(|given| given == name), "{names:?}");
    }
    let values = request.get_expression_attribute_values().as_ref();
    assert_eq!(values.expect("values").len(), 4);
}

fn plain() -> Plain {
    Plain {
        id: "p".into(),
        name: None,
        kind: None,
        price: 1.0,
        prices: Vec::new(),
        map: BTreeMap::new(),
        tags: BTreeSet::new(),
    }
}

#[tokio::test]
async fn a_value_inside_one_that_is_not_stored_is_named() {
    with_table::<Plain>(async |db| {
        plain().put().send(db).await.expect("a put");
        overwrite(db, Plain::key("p"), "map", None).await;
        let table = db.table_name::<Plain>().expect("a name");
        let inside = update().set(Plain::MAP.entry("s3cret"), 1.0);
        let error = inside.send(db).await.expect_err("no map");
        assert_eq!(
            error.to_string(),
            format!(
                "UpdateItem on table `{table}` failed: the update changes `map.*`, but the stored \
                 item has no `map`; set the whole `map`"
            )
        );
        let inside = update().set(Plain::MAP.entry("s3cret"), 1.0);
        let error = db.transact(inside).await.expect_err("no map");
        // Some engines refuse the transaction instead of cancelling it.
        let told = error.to_string();
        let expected = "changes a value inside one that the stored item lacks; set the whole of the \
                        outer value";
        assert!(told.ends_with(expected), "{told}");
    })
    .await;
}

#[tokio::test]
async fn an_update_that_makes_an_item_too_large_says_so() {
    with_table::<Plain>(async |db| {
        plain().put().send(db).await.expect("a put");
        let table = db.table_name::<Plain>().expect("a name");
        let large = update().set(Plain::NAME, "s3cret".repeat(80_000));
        let error = large.send(db).await.expect_err("too large");
        assert_eq!(
            error.to_string(),
            format!(
                "UpdateItem on table `{table}` failed: the update makes the `Plain` larger than \
                 409600 bytes, DynamoDB's limit per item; split it, or keep large values elsewhere, such as \
                 in S3"
            )
        );
    })
    .await;
}

#[tokio::test]
async fn a_condition_that_is_not_met_is_named_without_values() {
    with_table::<Plain>(async |db| {
        plain().put().send(db).await.expect("a put");
        let either = Plain::PRICE.gt(4711.0).or(Plain::NAME.eq("s3cret"));
        let refused = update().add(Plain::PRICE, 1.0).condition(either);
        assert_eq!(
            refused.send(db).await.expect_err("a condition").to_string(),
            "condition on `Plain` failed: its `price` or `status` is not as required"
        );
        let refused = Plain::key("p").delete().condition(Plain::PRICE.gt(4711.0));
        assert_eq!(
            refused.send(db).await.expect_err("a condition").to_string(),
            "condition on `Plain` failed: its `price` is not as required"
        );
    })
    .await;
}
