//! Optimistic locking: every write checks and counts the version.

use dynamo_runtime::{Db, Error, Item, known};
use tests::stored::{overwrite, stored, text};
use tests::with_table;

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "docs", pk = "id")]
struct Doc {
    id: String,
    body: String,
    #[dynamo(version)]
    version: u64,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "notes", pk = "id")]
struct Note {
    id: String,
    body: String,
    #[dynamo(version, rename = "v")]
    version: Option<u64>,
}

fn doc(body: &str, version: u64) -> Doc {
    Doc {
        id: "d".into(),
        body: body.into(),
        version,
    }
}

async fn read(db: &Db) -> Doc {
    let read = Doc::key("d").get().consistent().send(db).await;
    read.expect("a read").expect("a doc")
}

#[tokio::test]
async fn a_stale_write_says_that_its_version_is() {
    with_table::<Doc>(async |db| {
        for version in 0..3 {
            doc("new", version).put().send(db).await.expect("a put");
        }
        let stale = "condition on `Doc` failed: its `version` has changed: someone else wrote it \
                     since you read it; read it again";
        let said = |result: Result<(), Error>| result.expect_err("a stale write").to_string();
        assert_eq!(said(doc("old", 1).put().send(db).await), stale);
        assert_eq!(said(doc("old", 2).replace().send(db).await), stale);
        assert_eq!(said(doc("old", 2).delete().send(db).await), stale);
        assert_eq!(said(doc("old", 0).delete().send(db).await), stale);
        assert_eq!(
            said(doc("old", 0).put().send(db).await),
            "condition on `Doc` failed: the item already exists; read it first, and put it with its \
             `version`"
        );
        let sent = db.transact(doc("old", 1).put()).await;
        assert_eq!(
            sent.expect_err("a stale write").to_string(),
            "the transaction was cancelled: the put of `Doc` at index 0 failed its condition: its \
             `version` has changed: someone else wrote it since you read it; read it again"
        );
        // Another condition is not blamed on the version, and no other value is shown.
        let current = doc("s3cret", 3);
        let put = current.put().condition(Doc::BODY.eq("s3cret"));
        assert_eq!(
            said(put.send(db).await),
            "condition on `Doc` failed: its `body` is not as required"
        );
    })
    .await;
}

fn assert_stale<T: std::fmt::Debug>(written: Result<T, Error>, current: u64) {
    let error = written.expect_err("a stale write");
    assert!(error.is_condition_failed(), "{error}");
    let found = error.current::<Doc>().expect("a doc").expect("found");
    assert_eq!(found.version, current);
}

#[tokio::test]
async fn whole_writes_count_and_refuse_the_stale() {
    with_table::<Doc>(async |db| {
        let new = doc("new", 0)
            .put()
            .returning_new()
            .send(db)
            .await
            .expect("a put");
        assert_eq!(new, doc("new", 1));
        assert_eq!(read(db).await, new);

        let second = Doc {
            body: "second".into(),
            ..new.clone()
        };
        second.put().send(db).await.expect("a put of what was read");
        assert_eq!(read(db).await, doc("second", 2));
        let third = doc("third", 2).replace().returning_new().send(db).await;
        assert_eq!(third.expect("a replace").version, 3);

        assert_stale(new.put().send(db).await, 3);
        assert_stale(new.replace().send(db).await, 3);
        assert_stale(new.delete().send(db).await, 3);
        assert_stale(doc("unread", 0).put().send(db).await, 3);
        assert_stale(doc("again", 0).create().send(db).await, 3);
        assert_eq!(read(db).await, doc("third", 3));

        read(db).await.delete().send(db).await.expect("a delete");
        assert!(stored(db, Doc::key("d")).await.is_empty());
        let gone = doc("third", 3)
            .put()
            .send(db)
            .await
            .expect_err("it is gone");
        assert!(gone.is_condition_failed(), "{gone}");
    })
    .await;
}

#[tokio::test]
async fn updates_count() {
    with_table::<Doc>(async |db| {
        doc("new", 0).create().send(db).await.expect("a create");
        let update = Doc::key("d").update().set(Doc::BODY, "second");
        let second = update.returning_new().send(db).await.expect("an update");
        assert_eq!(second, doc("second", 2));

        // An update is a change of what is there; `known` makes it one of what was read.
        let update = || Doc::key("d").update().set(Doc::BODY, "third");
        let stale = update().set(Doc::VERSION, known(1)).send(db).await;
        assert_stale(stale, 2);
        let update = update().set(Doc::VERSION, known(2));
        let third = update.returning_new().send(db).await.expect("an update");
        assert_eq!(third, doc("third", 3));
        assert_stale(second.put().send(db).await, 3);
    })
    .await;
}

#[tokio::test]
async fn modify_counts_and_takes_up_what_others_wrote() {
    with_table::<Doc>(async |db| {
        doc("a", 0).create().send(db).await.expect("a create");
        let stale = read(db).await;
        let append = |doc: &mut Doc| doc.body.push('b');
        let changed = stale.modify(append).send(db).await.expect("a change");
        assert_eq!(changed, doc("ab", 2));
        let changed = stale.modify(append).send(db).await.expect("a change");
        assert_eq!(
            changed,
            doc("abb", 3),
            "it reads what is stored, not what was read"
        );
    })
    .await;
}

#[tokio::test]
async fn an_optional_version_begins_absent() {
    with_table::<Note>(async |db| {
        let note = |version| Note {
            id: "n".into(),
            body: "x".into(),
            version,
        };
        let new = note(None)
            .put()
            .returning_new()
            .send(db)
            .await
            .expect("a put");
        assert_eq!(new.version, Some(1));
        let refused = note(None).put().send(db).await.expect_err("it is written");
        assert!(refused.is_condition_failed(), "{refused}");
        let next = new
            .replace()
            .returning_new()
            .send(db)
            .await
            .expect("a replace");
        assert_eq!(next.version, Some(2));
        let refused = new.delete().send(db).await.expect_err("stale");
        assert!(refused.is_condition_failed(), "{refused}");

        // An item of before there were versions.
        overwrite(db, Note::key("n"), "v", None).await;
        let old = Note::key("n").get().consistent().send(db).await;
        let old = old.expect("a read").expect("a note");
        assert_eq!(old.version, None);
        let changed = old.modify(|note| note.body.push('y')).send(db).await;
        assert_eq!(changed.expect("a change").version, Some(1));
        overwrite(db, Note::key("n"), "v", None).await;
        let update = Note::key("n").update().set(Note::BODY, "z");
        update.send(db).await.expect("an update");
        assert_eq!(text(&stored(db, Note::key("n")).await, "v"), Some("1"));
    })
    .await;
}

/// Zero counts as never written, whoever stored it.
#[tokio::test]
async fn a_version_of_zero_is_the_first() {
    with_table::<Doc>(async |db| {
        let item = doc("raw", 0).to_item().expect("an item");
        let table = db.table_name::<Doc>().expect("a name").into_owned();
        let raw = db.client().put_item().table_name(table);
        raw.set_item(Some(item)).send().await.expect("a raw put");
        let read = read(db).await;
        let written = read.put().returning_new().send(db).await;
        assert_eq!(written.expect("a put").version, 1);
        assert_stale(read.put().send(db).await, 1);
    })
    .await;
}
