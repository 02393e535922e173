//! Time-outs: those of operations and attempts are kept by the SDK, which sends such requests; those
//! of connections reach the HTTP client on either way.

use std::time::Duration;

use aws_sdk_dynamodb::config::Builder;
use aws_sdk_dynamodb::config::timeout::{TimeoutConfig, TimeoutConfigBuilder};
use dynamo_runtime::{Db, Error, Item};

use crate::recorder::{Event, Recorder, Sent, reason};
use crate::sent::db;
use crate::{Note, each_way, note};

const NINE: Duration = Duration::from_secs(9);

/// The database by way of a recorder, with these time-outs.
async fn with(timeouts: TimeoutConfigBuilder, recorder: &Recorder) -> Db {
    let db = recorder.over(&db().await, |config| {
        config.timeout_config(timeouts.build())
    });
    note("a").put().send(&db).await.expect("a put");
    assert!(reason(&db).contains("time-out"), "{}", reason(&db));
    recorder.take();
    db
}

#[tokio::test]
async fn an_attempt_that_takes_too_long_is_made_again() {
    let recorder = Recorder::default();
    let timeouts = TimeoutConfig::builder().operation_attempt_timeout(NINE);
    let db = with(timeouts, &recorder).await;
    for db in [db.clone(), db.through_the_sdk()] {
        recorder.script([Event::Hang]);
        let begun = db.now();
        let found = Note::key("a").get().send(&db).await.expect("a get");
        assert_eq!(found, Some(note("a")));
        let tries: Vec<_> = recorder.take().iter().map(Sent::is_retry).collect();
        assert_eq!(tries, [false, true]);
        let waited = db.now().duration_since(begun).expect("time passes");
        assert!(waited >= NINE, "{waited:?}");
    }
}

#[tokio::test]
async fn an_operation_that_takes_too_long_is_given_up() {
    let recorder = Recorder::default();
    let timeouts = TimeoutConfig::builder().operation_timeout(NINE);
    let db = with(timeouts, &recorder).await;
    for db in [db.clone(), db.through_the_sdk()] {
        recorder.script([Event::Hang]);
        let begun = db.now();
        let failed = Note::key("a").get().send(&db).await;
        assert!(matches!(failed, Err(Error::Sdk(_))), "{failed:?}");
        let said = failed.expect_err("it never answers").to_string();
        assert!(said.contains("timed out"), "{said}");
        assert_eq!(recorder.take().len(), 1);
        let waited = db.now().duration_since(begun).expect("time passes");
        assert!(waited >= NINE, "{waited:?}");
        assert_eq!(
            Note::key("a").get().send(&db).await.expect("a get"),
            Some(note("a"))
        );
        recorder.take();
    }
}

#[tokio::test]
async fn time_outs_of_connections_reach_the_http_client() {
    let (connect, read) = (Duration::from_secs(3), Duration::from_secs(7));
    let limited = |config: Builder| {
        let timeouts = TimeoutConfig::builder()
            .connect_timeout(connect)
            .read_timeout(read);
        config.timeout_config(timeouts.build())
    };
    each_way(limited, async |db, recorder| {
        Note::key("a").get().send(db).await.expect("a get");
        let sent = recorder.take().pop().expect("a request");
        assert_eq!(sent.timeouts, (Some(connect), Some(read)));
    })
    .await;
}
