//! A live table against its declaration, and indexes that are added to it.

use dynamo_design::{Design, StreamView};
use dynamo_runtime::admin::{Difference, Verified};
use dynamo_runtime::{Db, Error, Item, Table};
use examples::prediction_market::{Order, top_of_book};
use tests::{db, unique_name};

use crate::{OldOrder, old_order};

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "sessions", pk = "id", sk = "started", ttl = "expires")]
#[gsi(name = "ByUser", pk = "user", sk = "started", query = "of_user")]
#[gsi(name = "ByDevice", pk = "device", projection = ["user", "place"], query = "on_device")]
#[lsi(
    name = "ByPlace",
    sk = "place",
    projection = "KEYS_ONLY",
    query = "at_place"
)]
struct Session {
    id: String,
    started: u64,
    user: String,
    device: String,
    place: String,
    #[dynamo(ttl)]
    expires: u64,
}

/// The table with nothing right but its keys.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "sessions", pk = "id", sk = "started")]
#[gsi(name = "ByUser", pk = "user", query = "of_user")]
#[gsi(name = "ByDevice", pk = "device", projection = ["user"], query = "on_device")]
#[gsi(name = "ByColour", pk = "colour", query = "of_colour")]
struct Drifted {
    id: String,
    started: u64,
    user: String,
    device: u32,
    colour: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "sessions", pk = "id")]
struct OtherKeys {
    id: u32,
}

/// The differences found if the table of `Live` is taken for the table of `Session`.
async fn verified<Live: Table>() -> (Db, Verified) {
    let name = unique_name();
    let db = db().await.with_table_name::<Live>(&name);
    let db = db.with_table_name::<Session>(&name);
    db.create_table::<Live>().await.expect("a new table");
    let verified = db.verify_table::<Session>().await.expect("a check");
    assert_eq!(verified.table, name);
    (db, verified)
}

#[tokio::test]
async fn a_table_that_was_created_is_as_declared() {
    let (db, verified) = verified::<Session>().await;
    assert_eq!(verified.differences, []);
    assert!(verified.to_string().contains("is as declared"));
    verified.usable().expect("nothing differs");
    db.delete_table::<Session>().await.expect("a delete");
    let gone = db.verify_table::<Session>().await.expect("a check");
    assert_eq!(gone.differences, [Difference::NoTable]);
    assert!(matches!(gone.usable(), Err(Error::Table { .. })));
}

#[tokio::test]
async fn every_difference_is_found_at_once() {
    let (db, verified) = verified::<Drifted>().await;
    let owned = |names: &[&str]| {
        names
            .iter()
            .map(|&name| name.to_owned())
            .collect::<Vec<_>>()
    };
    let expected = [
        Difference::KeyType {
            attribute: "device".to_owned(),
            found: "N".to_owned(),
            declared: "S".to_owned(),
        },
        Difference::IndexKeys {
            index: "ByUser".to_owned(),
            found: owned(&["user"]),
            declared: owned(&["user", "started"]),
        },
        Difference::NarrowProjection {
            index: "ByDevice".to_owned(),
            lacking: owned(&["place"]),
        },
        Difference::MissingIndex {
            index: "ByPlace".to_owned(),
            local: true,
        },
        Difference::Ttl {
            found: None,
            declared: "expires".to_owned(),
        },
        Difference::UndeclaredIndex {
            index: "ByColour".to_owned(),
        },
    ];
    assert_eq!(verified.differences, expected);
    assert!(!verified.is_usable());
    let text = verified.to_string();
    for name in [
        "device", "ByUser", "place", "ByPlace", "expires", "ByColour",
    ] {
        assert!(text.contains(&format!("`{name}`")), "{text}");
    }
    let error = verified.usable().expect_err("it is not usable").to_string();
    assert!(
        error.contains("ByUser") && !error.contains("ByColour"),
        "{error}"
    );
    assert!(
        error.contains("(turn on TTL for the declared attribute)"),
        "{error}"
    );
    let remedy = "lacks the index `ByPlace` (create another table and copy the items over";
    assert!(error.contains(remedy), "{error}");
    // A local index comes with its table or not at all.
    let refused = db.add_missing_indexes::<Session>().await;
    let Err(Error::Table { reason, .. }) = refused else {
        panic!("{refused:?}");
    };
    assert!(reason.contains("ByPlace"), "{reason}");
}

#[tokio::test]
async fn other_keys_are_told_by_name_and_type() {
    let (_, verified) = verified::<OtherKeys>().await;
    let keys = Difference::Keys {
        found: vec!["id".to_owned()],
        declared: vec!["id".to_owned(), "started".to_owned()],
    };
    assert!(verified.differences.contains(&keys), "{verified}");
    let ty = Difference::KeyType {
        attribute: "id".to_owned(),
        found: "N".to_owned(),
        declared: "S".to_owned(),
    };
    assert!(verified.differences.contains(&ty), "{verified}");
}

#[tokio::test]
async fn a_table_without_indexes_gets_them_and_its_items_their_keys() {
    let name = unique_name();
    let db = db().await.with_table_name::<Order>(&name);
    let db = db.with_table_name::<OldOrder>(&name);
    db.create_table::<OldOrder>().await.expect("a table");
    db.load((0..30).map(old_order)).await.expect("a load");

    let before = db.verify_table::<Order>().await.expect("a check");
    assert_eq!(before.differences.len(), 3, "{before}");
    let added = db.add_missing_indexes::<Order>().await.expect("indexes");
    let indexes = [
        "orders_by_market_buy",
        "orders_by_market_sell",
        "orders_by_owner",
    ];
    assert_eq!(added, indexes);
    let after = db.verify_table::<Order>().await.expect("a check");
    assert_eq!(after.differences, []);
    assert_eq!(
        db.add_missing_indexes::<Order>().await.expect("nothing"),
        [""; 0]
    );

    let book = top_of_book(&db, "mkt1", 20).await.expect("a book");
    assert_eq!((book.bids.len(), book.asks.len()), (0, 0));
    Order::backfill().send(&db).await.expect("a backfill");
    let book = top_of_book(&db, "mkt1", 20).await.expect("a book");
    assert_eq!((book.bids.len(), book.asks.len()), (5, 5));
    let _ = db.delete_table::<Order>().await;
}

#[tokio::test]
async fn a_design_is_verified_with_how_its_table_is_run() {
    let name = unique_name();
    let db = db().await.with_table_name::<Session>(&name);
    db.create_table::<Session>().await.expect("a table");
    let mut design = Design::of::<Session>()
        .deletion_protection(true)
        .stream(StreamView::NewImage)
        .build()
        .expect("a design");
    design.table.name.clone_from(&name);
    let verified = design.verify(&db).await.expect("a check");
    let options: Vec<_> = verified
        .differences
        .iter()
        .filter_map(|difference| match difference {
            Difference::Option { option, .. } => Some(option.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(options, ["deletion protection", "the stream"], "{verified}");
    assert!(verified.is_usable(), "operations work as they are");

    design.table.name = "sessions_{stage}".to_owned();
    let unnamed = design.verify(&db).await;
    let unnamed = unnamed.expect_err("the stage is not given");
    assert!(unnamed.to_string().contains("stage"), "{unnamed}");
    let _ = db.delete_table::<Session>().await;
}
