//! Keys that are too long, wherever one is built, and stored ones that no template writes.

use std::fmt::Debug;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Error, Item, Record};
use tests::db_for;
use uuid::Uuid;

/// A thing found by its name, and by owner and place.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "things", pk = "PK")]
#[key(pk = "THING#{name}")]
#[gsi(
    name = "ByOwner",
    pk = "OWNER#{owner}",
    sk = "PLACE#{place}",
    pk_attr = "GPK",
    sk_attr = "GSK",
    query = "by_owner"
)]
struct Thing {
    name: String,
    owner: String,
    place: String,
}

fn thing(name: usize, owner: usize, place: usize) -> Thing {
    Thing {
        name: "n".repeat(name),
        owner: "o".repeat(owner),
        place: "p".repeat(place),
    }
}

fn refused<T: Debug>(sent: &Result<T, Error>, attribute: &str) {
    let Err(Error::Key(error)) = sent else {
        panic!("{attribute}: {sent:?}");
    };
    assert_eq!((error.item(), error.attribute()), ("Thing", attribute));
    let shown = format!("{error} {error:?}");
    assert!(shown.len() < 500, "no message shows values: {shown}");
}

#[tokio::test]
async fn a_key_that_is_too_long_is_refused_by_every_operation_before_it_is_sent() {
    // There is no table, so a request that is sent fails in another way.
    let db = &db_for::<Thing>().await;
    let long = "n".repeat(2048);
    let key = || Thing::key(&long);
    refused(&key().get().send(db).await, "PK");
    refused(&key().exists().send(db).await, "PK");
    refused(&key().delete().send(db).await, "PK");
    let update = key().update().set(Thing::OWNER, "o");
    refused(&update.send(db).await, "PK");
    refused(&key().modify(|_| ()).send(db).await, "PK");
    refused(&thing(2048, 1, 1).put().send(db).await, "PK");
}

#[tokio::test]
async fn a_key_of_an_index_that_is_too_long_is_refused_on_every_way_in() {
    let db = &db_for::<Thing>().await;
    refused(&thing(1, 2043, 1).put().send(db).await, "GPK");
    refused(&thing(1, 1, 1019).put().send(db).await, "GSK");
    assert!(thing(1, 2042, 1018).to_item().is_ok(), "it just fits");
    let set = |owner: usize, place: usize| {
        let Thing { owner, place, .. } = thing(1, owner, place);
        Thing::key("n")
            .update()
            .set(Thing::OWNER, owner)
            .set(Thing::PLACE, place)
    };
    refused(&set(2043, 1).send(db).await, "GPK");
    refused(&set(1, 1019).send(db).await, "GSK");
    refused(
        &Thing::by_owner("o".repeat(2043).as_str()).send(db).await,
        "GPK",
    );
    let place = "p".repeat(1019);
    let ranged = Thing::by_owner("o").range(Thing::PLACE.eq(place.as_str()));
    refused(&ranged.send(db).await, "GSK");
}

/// A key of components that can be written in more than one way.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "written", pk = "PK", sk = "SK")]
#[key(
    pk = "{id}#{plain}#{escaped:escape}",
    sk = "S#{padded:04}#{whole:sortable}#{float:sortable}"
)]
struct Written {
    #[dynamo(key_only)]
    id: Uuid,
    #[dynamo(key_only)]
    plain: u32,
    #[dynamo(key_only)]
    escaped: String,
    #[dynamo(key_only)]
    padded: u32,
    #[dynamo(key_only)]
    whole: i16,
    #[dynamo(key_only)]
    float: f64,
}

/// An item is never given out under another key than it was found under: a change of it would go
/// to where it is not.
#[test]
fn a_key_that_is_written_in_another_way_is_not_read_as_the_same() {
    let written = Written {
        id: Uuid::from_u128(0xabc),
        plain: 7,
        escaped: "#".to_owned(),
        padded: 12,
        whole: -5,
        float: 0.5,
    };
    let item = written.to_item().expect("an item");
    assert_eq!(Written::from_item(item.clone()).expect("its own"), written);
    let (pk, sk) = (
        "00000000-0000-0000-0000-000000000abc#7#$23",
        "S#0012#099999999999999999994#550050000000000000000",
    );
    assert_eq!(item["PK"], AttributeValue::S(pk.to_owned()));
    assert_eq!(item["SK"], AttributeValue::S(sk.to_owned()));
    for (attribute, key, component) in [
        ("PK", pk.replace("abc", "ABC"), "id"),
        ("PK", pk.replace('-', ""), "id"),
        ("PK", pk.replace("#7#", "#07#"), "plain"),
        ("PK", pk.replace("#7#", "#+7#"), "plain"),
        ("PK", pk.replace("$23", "$23$2b"), "escaped"),
        ("SK", sk.replace("0012", "12"), "padded"),
        ("SK", sk.replace("0012", "00012"), "padded"),
        ("SK", sk.replace("#0999", "#099"), "whole"),
        ("SK", sk.replace("#0999", "#09999"), "whole"),
        ("SK", sk.replace("5500500", "5499050"), "float"),
        ("SK", sk.replace("000000", "0"), "float"),
    ] {
        let mut changed = item.clone();
        changed.insert(attribute.to_owned(), AttributeValue::S(key.clone()));
        let read = Written::from_item(changed);
        let Err(Error::Decode(error)) = &read else {
            panic!("{key}: {read:?}");
        };
        assert_eq!(error.path(), attribute, "{key}");
        assert!(error.to_string().contains(component), "{key}: {error}");
    }
}
