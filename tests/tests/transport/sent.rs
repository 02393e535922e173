//! When the direct way is taken, and that its requests are the SDK's own.

use dynamo_runtime::{Db, Item, Transport};

use crate::recorder::{Recorder, reason};
use crate::{Note, note};

/// A database of the engine in this process, whose table is there.
pub(crate) async fn db() -> Db {
    let db = Db::embedded().await.expect("an engine");
    db.create_table::<Note>().await.expect("a table");
    db
}

#[tokio::test]
async fn requests_are_direct_once_the_sdk_has_sent_one() {
    let db = db().await;
    let recorder = Recorder::default();
    let direct = recorder.over(&db, |config| config);
    assert!(
        reason(&direct).contains("no request has gone"),
        "{}",
        reason(&direct)
    );
    note("a").put().send(&direct).await.expect("a put");
    assert_eq!(direct.transport(), Transport::Direct);
    let found = Note::key("a").get().send(&direct).await.expect("a get");
    assert_eq!(found, Some(note("a")));

    let [learned, sent]: [_; 2] = recorder.take().try_into().expect("two requests");
    assert_eq!(sent.uri, learned.uri);
    let names = |sent: &crate::recorder::Sent| {
        let names = sent.headers.iter().map(|(name, _)| name.clone());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    };
    assert_eq!(names(&sent), names(&learned));
    for name in [
        "user-agent",
        "x-amz-user-agent",
        "content-type",
        "amz-sdk-request",
    ] {
        assert_eq!(sent.header(name), learned.header(name), "{name}");
    }
    assert_eq!(
        sent.header("x-amz-target"),
        Some("DynamoDB_20120810.GetItem")
    );
    assert_ne!(
        sent.header("amz-sdk-invocation-id"),
        learned.header("amz-sdk-invocation-id")
    );
    assert_eq!(sent.key(), learned.key());
}

#[tokio::test]
async fn every_operation_is_direct() {
    let db = db().await;
    let recorder = Recorder::default();
    let db = recorder.over(&db, |config| config);
    note("a").put().send(&db).await.expect("a put");
    let operations = [
        note("b").create().send(&db).await.is_ok(),
        Note::key("a").exists().send(&db).await.expect("an answer"),
        Note::key("a")
            .update()
            .set(Note::TEXT, "y")
            .send(&db)
            .await
            .is_ok(),
        Note::scan().all(&db).await.is_ok_and(|all| all.len() == 2),
        db.batch_get(["a", "b"].map(Note::key))
            .await
            .is_ok_and(|all| all.len() == 2),
        db.batch_write([note("c").put()]).await.is_ok(),
        db.transact((note("d").create(), Note::key("a").check_exists()))
            .await
            .is_ok(),
        db.transact_get(Note::key("d").get())
            .await
            .is_ok_and(|found| found.is_some()),
        Note::key("d").delete().send(&db).await.is_ok(),
    ];
    assert_eq!(operations, [true; 9]);
    assert_eq!(db.transport(), Transport::Direct);
    let targets: Vec<_> = recorder
        .take()
        .iter()
        .map(|sent| sent.header("x-amz-target").unwrap_or_default().to_owned())
        .collect();
    assert_eq!(targets.len(), 10);
}

#[tokio::test]
async fn the_sdks_way_can_be_asked_for() {
    let db = db().await.through_the_sdk();
    for id in ["a", "b"] {
        note(id).put().send(&db).await.expect("a put");
    }
    assert_eq!(reason(&db), "`Db::through_the_sdk` was called");
    let all = Note::scan().count(&db).await.expect("a count");
    assert_eq!(all, 2);
}
