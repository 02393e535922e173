//! Attempts that fail: those of the direct way go on as the SDK's own, and end as the SDK's do.

use std::time::Duration;

use aws_sdk_dynamodb::config::retry::{ReconnectMode, RetryConfig};
use aws_sdk_dynamodb::config::{Builder, StalledStreamProtectionConfig};
use dynamo_runtime::{Error, Item, Transport};

use crate::credentials::Clock;
use crate::recorder::{Event, Recorder, Sent, reason};
use crate::sent::db;
use crate::{Note, each_way, note, unchanged};

const BUSY: Event = Event::Answer(500, "{}");

#[tokio::test]
async fn a_failure_is_retried_by_the_sdk() {
    for failure in [
        BUSY,
        Event::THROTTLED,
        Event::LoseAnswer,
        Event::Damage,
        Event::Shorten,
    ] {
        each_way(unchanged, async |db, recorder| {
            recorder.script([failure.clone()]);
            let found = Note::key("a").get().send(db).await.expect("a get");
            assert_eq!(found, Some(note("a")), "{failure:?}");
            let retries: Vec<_> = recorder.take().iter().map(Sent::is_retry).collect();
            assert_eq!(retries, [false, true], "{failure:?}");
        })
        .await;
    }
}

#[tokio::test]
async fn a_lost_answer_to_a_write_does_not_write_twice() {
    each_way(unchanged, async |db, recorder| {
        recorder.script([Event::LoseAnswer]);
        // The retry finds the item of the first attempt.
        let created = note("b").create().send(db).await;
        assert!(created.is_err_and(|error| error.is_condition_failed()));
        assert_eq!(recorder.take().len(), 2);
    })
    .await;
}

#[tokio::test]
async fn a_response_that_stalls_is_given_up_and_asked_for_again() {
    let protected = |config: Builder| {
        let grace = Duration::from_secs(5);
        let stalls = StalledStreamProtectionConfig::enabled().grace_period(grace);
        config.stalled_stream_protection(stalls.build())
    };
    each_way(protected, async |db, recorder| {
        recorder.script([Event::Stall]);
        let begun = db.now();
        let found = Note::key("a").get().send(db).await.expect("a get");
        assert_eq!(found, Some(note("a")));
        assert_eq!(recorder.take().len(), 2);
        let waited = db.now().duration_since(begun).expect("time passes");
        assert!(waited >= Duration::from_secs(5), "{waited:?}");
    })
    .await;
}

#[tokio::test]
async fn the_connection_of_a_failure_is_not_used_again() {
    for (failure, poisoned) in [
        (BUSY, 1),
        (Event::Damage, 1),
        // One that broke needs no word.
        (Event::LoseAnswer, 0),
        (Event::THROTTLED, 0),
        (Event::Pass, 0),
    ] {
        each_way(unchanged, async |db, recorder| {
            recorder.script([failure.clone()]);
            Note::key("a").get().send(db).await.expect("a get");
            assert_eq!(recorder.poisoned(), poisoned, "{failure:?}");
        })
        .await;
    }
}

#[tokio::test]
async fn connections_are_kept_if_the_client_says_so() {
    let keeping = |config: Builder| {
        let mode = ReconnectMode::ReuseAllConnections;
        config.retry_config(RetryConfig::standard().with_reconnect_mode(mode))
    };
    each_way(keeping, async |db, recorder| {
        recorder.script([BUSY]);
        Note::key("a").get().send(db).await.expect("a get");
        assert_eq!(recorder.poisoned(), 0);
    })
    .await;
}

#[tokio::test]
async fn failures_without_end_are_the_sdks_error_and_its_budget_refills() {
    each_way(unchanged, async |db, recorder| {
        let before = db.transport();
        recorder.then(Some(BUSY));
        let failed = Note::key("a").get().send(db).await;
        assert!(matches!(failed, Err(Error::Sdk(_))), "{failed:?}");
        assert_eq!(recorder.take().len(), 3);
        recorder.then(None);
        let mut requests = 0;
        while db.transport() != before {
            Note::key("a").get().send(db).await.expect("a get");
            requests += 1;
            assert!(requests < 100, "{}", reason(db));
        }
        Note::key("a").get().send(db).await.expect("a get");
    })
    .await;
}

#[tokio::test]
async fn a_refusal_is_a_typed_error_after_one_attempt() {
    each_way(unchanged, async |db, recorder| {
        let taken = note("a").create().send(db).await.expect_err("it is there");
        assert_eq!(taken.current::<Note>().expect("a note"), Some(note("a")));
        assert_eq!(recorder.take().len(), 1);
        let cancelled = db.transact((note("b").create(), note("a").create())).await;
        assert!(
            matches!(cancelled, Err(Error::TransactionCancelled(_))),
            "{cancelled:?}"
        );
        assert_eq!(Note::key("b").get().send(db).await.expect("a get"), None);
    })
    .await;
}

#[tokio::test]
async fn a_clock_that_is_off_is_put_right() {
    // A month ends between the two clocks: 2026-11-30T23:59:30Z, and an hour later.
    let (november, december) = (1_796_083_170, 1_796_086_770);
    for (client, server, signed) in [
        (november, december, "20261201T005930Z"),
        (december, november, "20261130T235930Z"),
    ] {
        for direct in [true, false] {
            let recorder = Recorder::default();
            let clock = Clock::at(client);
            let db = recorder.over(&db().await, |config| config.time_source(clock.clone()));
            let db = if direct { db } else { db.through_the_sdk() };
            let server = i64::try_from(server).expect("a time");
            recorder.then(Some(Event::ServerTime(server)));
            // Until the SDK begins with the time that the server told it.
            for id in ["a", "b", "c", "d"] {
                note(id).put().send(&db).await.expect("a put");
            }
            assert_eq!(db.transport() == Transport::Direct, direct);
            recorder.take();
            note("e").put().send(&db).await.expect("a put");
            assert_eq!(Note::scan().count(&db).await.expect("a count"), 5);
            let sent = recorder.take();
            assert_eq!(sent[0].header("x-amz-date"), Some(signed));
        }
    }
}

#[tokio::test]
async fn a_request_that_is_dropped_leaves_nothing_behind() {
    each_way(unchanged, async |db, recorder| {
        let before = db.transport();
        recorder.script([Event::Hang]);
        let get = Note::key("a").get();
        let hanging = get.clone().send(db);
        let dropped = tokio::time::timeout(Duration::ZERO, hanging).await;
        assert!(dropped.is_err(), "it never answers");
        assert_eq!(get.send(db).await.expect("a get"), Some(note("a")));
        assert_eq!(db.transport(), before);
    })
    .await;
}
