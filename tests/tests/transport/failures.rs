//! Attempts of the direct way that fail: the SDK goes on with them as with its own.

use dynamo_runtime::{Db, Error, Item, Transport};

use crate::credentials::Clock;
use crate::recorder::{Event, Recorder, reason};
use crate::sent::db;
use crate::{Note, note};

const BUSY: Event = Event::Answer(500, "{}");
const THROTTLED: Event = Event::Answer(
    400,
    r#"{"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException"}"#,
);

/// A database that sends directly, and what it sends.
async fn direct() -> (Db, Recorder) {
    let db = db().await;
    let recorder = Recorder::default();
    let db = recorder.over(&db, |config| config);
    note("a").put().send(&db).await.expect("a put");
    assert_eq!(db.transport(), Transport::Direct);
    recorder.take();
    (db, recorder)
}

#[tokio::test]
async fn a_failure_is_retried_by_the_sdk() {
    for failure in [BUSY, THROTTLED, Event::LoseAnswer, Event::Damage] {
        let (db, recorder) = direct().await;
        recorder.script([failure.clone()]);
        let found = Note::key("a").get().send(&db).await.expect("a get");
        assert_eq!(found, Some(note("a")), "{failure:?}");
        let sent = recorder.take();
        let retries: Vec<_> = sent.iter().map(crate::recorder::Sent::is_retry).collect();
        assert_eq!(retries, [false, true], "{failure:?}");
    }
}

#[tokio::test]
async fn a_lost_answer_to_a_write_does_not_write_twice() {
    let (db, recorder) = direct().await;
    recorder.script([Event::LoseAnswer]);
    // The retry finds the item of the first attempt.
    let created = note("b").create().send(&db).await;
    assert!(created.is_err_and(|error| error.is_condition_failed()));
    assert_eq!(recorder.take().len(), 2);
}

#[tokio::test]
async fn failures_without_end_are_the_sdks_error_and_its_budget_refills() {
    let (db, recorder) = direct().await;
    recorder.then(Some(BUSY));
    let failed = Note::key("a").get().send(&db).await;
    assert!(matches!(failed, Err(Error::Sdk(_))), "{failed:?}");
    assert_eq!(recorder.take().len(), 3);
    recorder.then(None);
    assert!(reason(&db).contains("no request yet"), "{}", reason(&db));
    let mut requests = 0;
    while db.transport() != Transport::Direct {
        Note::key("a").get().send(&db).await.expect("a get");
        requests += 1;
        assert!(requests < 100, "{}", reason(&db));
    }
    Note::key("a").get().send(&db).await.expect("a get");
}

#[tokio::test]
async fn a_refusal_is_a_typed_error_after_one_attempt() {
    let (db, recorder) = direct().await;
    let taken = note("a").create().send(&db).await.expect_err("it is there");
    assert_eq!(taken.current::<Note>().expect("a note"), Some(note("a")));
    assert_eq!(recorder.take().len(), 1);
    let cancelled = db.transact((note("b").create(), note("a").create())).await;
    assert!(
        matches!(cancelled, Err(Error::TransactionCancelled(_))),
        "{cancelled:?}"
    );
    assert_eq!(Note::key("b").get().send(&db).await.expect("a get"), None);
}

#[tokio::test]
async fn a_clock_that_is_off_is_put_right() {
    let db = db().await;
    let recorder = Recorder::default();
    let clock = Clock::at(1_796_083_170);
    let db = recorder.over(&db, |config| config.time_source(clock.clone()));
    recorder.then(Some(Event::ServerTime(1_796_083_170 + 3_600)));
    // Until the SDK begins with the time that the server told it.
    for id in ["a", "b", "c", "d"] {
        note(id).put().send(&db).await.expect("a put");
    }
    assert_eq!(db.transport(), Transport::Direct);
    recorder.take();
    note("e").put().send(&db).await.expect("a put");
    assert_eq!(Note::scan().count(&db).await.expect("a count"), 5);
    let sent = recorder.take().into_iter().next().expect("a request");
    assert_eq!(sent.header("x-amz-date"), Some("20261201T005930Z"));
}

#[tokio::test]
async fn a_request_that_is_dropped_leaves_nothing_behind() {
    let (db, recorder) = direct().await;
    recorder.script([Event::Hang]);
    let get = Note::key("a").get();
    let hanging = get.clone().send(&db);
    let dropped = tokio::time::timeout(std::time::Duration::ZERO, hanging).await;
    assert!(dropped.is_err(), "it never answers");
    assert_eq!(get.send(&db).await.expect("a get"), Some(note("a")));
    assert_eq!(db.transport(), Transport::Direct);
}
