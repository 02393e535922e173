//! Keys that are too long, wherever one is built: in operations on a key, queries, and the keys of
//! indexes.

use std::fmt::Debug;

use dynamo_runtime::{Error, Item};
use tests::db_for;

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
