//! Both ways of a request: when the direct way is taken, what it keeps of the SDK's, and what
//! becomes of an attempt that fails.

mod arn;
mod assumed_role;
mod barred;
mod credentials;
mod endpoints;
mod failures;
mod known;
mod lambda;
mod listened;
mod messages;
mod recorder;
mod sent;
mod timeouts;
mod tls;

use aws_sdk_dynamodb::config::Builder;
use dynamo_runtime::{Db, Item, Transport};

use crate::recorder::{Recorder, reason};

/// The item of these tests.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "notes", pk = "id")]
pub(crate) struct Note {
    pub(crate) id: String,
    pub(crate) text: String,
}

pub(crate) fn note(id: &str) -> Note {
    Note {
        id: id.to_owned(),
        text: "x".to_owned(),
    }
}

/// Runs a test on both ways: on a database that sends directly, and on one that never does.
pub(crate) async fn each_way(
    change: impl Fn(Builder) -> Builder,
    test: impl AsyncFn(&Db, &Recorder),
) {
    let recorder = Recorder::default();
    let db = recorder.over(&sent::db().await, &change);
    note("a").put().send(&db).await.expect("a put");
    assert_eq!(db.transport(), Transport::Direct);
    recorder.take();
    test(&db, &recorder).await;

    let recorder = Recorder::default();
    let db = recorder.over(&sent::db().await, &change).through_the_sdk();
    note("a").put().send(&db).await.expect("a put");
    assert!(reason(&db).contains("through_the_sdk"), "{}", reason(&db));
    recorder.take();
    test(&db, &recorder).await;
}

/// The client as the engine gives it.
pub(crate) fn unchanged(config: Builder) -> Builder {
    config
}
