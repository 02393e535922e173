//! Backfills that move items to another primary key.

use dynamo_runtime::{Attribute, Item};

use crate::{stored, table_of, text};

/// The same documents under one template and under another.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "docs", pk = "PK", sk = "SK")]
#[key(pk = "DOC#{folder}", sk = "{name}")]
#[gsi(
    name = "ByOwner",
    pk = "OWNER#{owner}",
    pk_attr = "GPK",
    sk = "{name}",
    sk_attr = "GSK",
    query = "by_owner"
)]
struct OldDoc {
    folder: String,
    name: String,
    owner: Option<String>,
    kind: Kind,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "docs", pk = "PK", sk = "SK")]
#[key(pk = "FOLDER#{folder}", sk = "DOC#{name}")]
#[gsi(name = "ByOwner", pk = "USER#{owner}", pk_attr = "GPK", sk = "{name}", sk_attr = "GSK", when = self.kind == Kind::Open, query = "by_owner")]
struct Doc {
    folder: String,
    name: String,
    owner: Option<String>,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Attribute)]
enum Kind {
    Open,
    Secret,
}

fn old_doc(number: u32) -> OldDoc {
    OldDoc {
        folder: format!("f{}", number % 2),
        name: format!("n{number}"),
        owner: (!number.is_multiple_of(3)).then(|| "ada".to_owned()),
        kind: if number.is_multiple_of(4) {
            Kind::Secret
        } else {
            Kind::Open
        },
    }
}

#[tokio::test]
async fn items_move_to_their_own_key_only_when_asked() {
    let db = table_of::<Doc, OldDoc>().await;
    db.load((0..12).map(old_doc)).await.expect("a load");
    let done = Doc::backfill().send(&db).await.expect("a backfill");
    assert_eq!(
        (done.read, done.changed, done.moved, done.misplaced),
        (12, 0, 0, 12)
    );
    assert!(!done.is_complete());
    let planned = Doc::backfill()
        .move_items()
        .dry_run()
        .send(&db)
        .await
        .expect("a dry run");
    assert_eq!((planned.moved, planned.misplaced), (12, 0));
    assert_eq!(OldDoc::query("f1").count(&db).await.expect("a count"), 6);

    let done = Doc::backfill()
        .move_items()
        .send(&db)
        .await
        .expect("a backfill");
    assert_eq!((done.moved, done.misplaced, done.failed), (12, 0, 0));
    assert_eq!(OldDoc::query("f1").count(&db).await.expect("a count"), 0);
    let docs = Doc::query("f1").all(&db).await.expect("a query");
    let names: Vec<_> = docs.iter().map(|doc| doc.name.as_str()).collect();
    assert_eq!(names, ["n1", "n11", "n3", "n5", "n7", "n9"]);
    // In the index by the new template, and only where `when` holds and there is an owner.
    let owned = Doc::by_owner("ada").all(&db).await.expect("a query");
    let mut names: Vec<_> = owned.iter().map(|doc| doc.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["n1", "n10", "n11", "n2", "n5", "n7"]);
    for item in stored::<Doc>(&db).await {
        assert_ne!(text(&item, "GPK"), "OWNER#ada");
    }
    let again = Doc::backfill()
        .move_items()
        .send(&db)
        .await
        .expect("a backfill");
    assert_eq!((again.read, again.changed, again.moved), (12, 0, 0));
    assert!(again.is_complete());
}

#[tokio::test]
async fn an_item_never_moves_onto_another() {
    let db = table_of::<Doc, OldDoc>().await;
    let there = Doc {
        folder: "f0".to_owned(),
        name: "n0".to_owned(),
        owner: Some("bob".to_owned()),
        kind: Kind::Open,
    };
    there.put().send(&db).await.expect("a put");
    old_doc(0).put().send(&db).await.expect("a put");
    let done = Doc::backfill()
        .move_items()
        .send(&db)
        .await
        .expect("a backfill");
    assert_eq!((done.moved, done.failed), (0, 1));
    let message = done.failures[0].to_string();
    assert!(
        message.contains("Doc") && message.contains("another item"),
        "{message}"
    );
    let found = Doc::key("f0", "n0").get().send(&db).await.expect("a get");
    assert_eq!(found, Some(there));
    assert_eq!(OldDoc::query("f0").count(&db).await.expect("a count"), 1);
}

/// A level whose number is nowhere but in its key.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "levels", pk = "PK", sk = "SK")]
#[key(pk = "GAME#{game}", sk = "{level:04}")]
struct Level {
    #[dynamo(key_only)]
    game: String,
    #[dynamo(key_only)]
    level: u32,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "levels", pk = "PK", sk = "SK")]
struct RawLevel {
    #[dynamo(rename = "PK")]
    pk: String,
    #[dynamo(rename = "SK")]
    sk: String,
}

#[tokio::test]
async fn a_key_in_another_spelling_is_reported_and_not_moved() {
    let db = table_of::<Level, RawLevel>().await;
    let raw = RawLevel {
        pk: "GAME#go".into(),
        sk: "7".into(),
    };
    raw.put().send(&db).await.expect("a put");
    let done = Level::backfill().move_items().send(&db).await;
    let done = done.expect("a backfill");
    assert_eq!((done.moved, done.failed), (0, 1));
    assert_eq!(
        done.failures[0].to_string(),
        "`Level` attribute `SK`: component `level` is not stored as its template writes it; change \
         the template, or the stored item"
    );
}
