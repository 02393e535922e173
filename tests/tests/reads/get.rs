//! Reading one item by its key, and telling whether it exists.

use dynamo_runtime::key::KeyValue;
use dynamo_runtime::{Attribute, Error, Item};
use tests::with_table;

use tests::orders::{Order, order};

#[tokio::test]
async fn a_missing_item_is_none() {
    with_table::<Order>(async |db| {
        let key = Order::key("c1", "2025-11-01", "o1");
        assert_eq!(key.clone().get().send(db).await.expect("a get"), None);
        assert!(!key.exists().send(db).await.expect("a look"));
    })
    .await;
}

#[tokio::test]
async fn a_key_of_arguments_is_the_key_of_the_item() {
    with_table::<Order>(async |db| {
        order(3).put().send(db).await.expect("a put");
        let key = Order::key("c1", "2025-11-03", "o3");
        assert_eq!(key, order(3).to_key());
        let found = key.clone().get().consistent().send(db).await;
        assert_eq!(found.expect("a get"), Some(order(3)));
        let found = key.exists().consistent().send(db).await;
        assert!(found.expect("a look"));
    })
    .await;
}

#[test]
fn a_key_shows_its_values_only_when_asked() {
    let key = Order::key("alice", "2025-11-03", "o3");
    let text = |text: &str| KeyValue::Text(text.to_owned());
    assert_eq!(key.partition().ok(), Some(&text("CUSTOMER#alice")));
    let sort = key.sort().expect("a key");
    assert_eq!(sort, Some(&text("ORDER#2025-11-03#o3")));
    let shown = format!("{key:?}");
    assert!(!shown.contains("alice") && !shown.contains("o3"), "{shown}");
}

#[tokio::test]
async fn consistent_asks_for_what_was_written_last() {
    with_table::<Order>(async |db| {
        let key = Order::key("c1", "2025-11-01", "o1");
        let get = key.clone().get().into_sdk(db).expect("a request");
        assert_eq!(*get.as_input().get_consistent_read(), None);
        let get = key.clone().get().consistent().into_sdk(db);
        assert_eq!(
            *get.expect("a request").as_input().get_consistent_read(),
            Some(true)
        );
        let look = key.exists().consistent().into_sdk(db).expect("a request");
        assert_eq!(*look.as_input().get_consistent_read(), Some(true));
        // Existence needs no more than one attribute to travel.
        assert_eq!(
            look.as_input().get_projection_expression().as_deref(),
            Some("#n0")
        );
    })
    .await;
}

/// A sensor of one of two kinds, by a key that is an enum and a number.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "sensors", pk = "kind", sk = "number")]
struct Sensor {
    kind: Kind,
    number: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Attribute)]
#[dynamo(rename_all = "lowercase")]
enum Kind {
    Wind,
    Rain,
}

#[tokio::test]
async fn text_for_an_enum_component_must_be_one_of_its_values() {
    with_table::<Sensor>(async |db| {
        let sensor = Sensor {
            kind: Kind::Rain,
            number: 4,
        };
        sensor.put().send(db).await.expect("a put");
        let found = Sensor::key("rain", 4).get().send(db).await;
        assert_eq!(found.expect("a get"), Some(sensor));
        let error = Sensor::key("snow", 4).get().send(db).await;
        let Err(Error::Key(error)) = error else {
            panic!("`snow` is no kind: {error:?}");
        };
        assert_eq!((error.item(), error.component()), ("Sensor", "kind"));
        let wind = Sensor::query(Kind::Wind).all(db).await.expect("a query");
        assert_eq!(wind, []);
    })
    .await;
}
