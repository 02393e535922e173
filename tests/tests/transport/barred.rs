//! Clients whose configuration asks for what only the SDK does.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use aws_sdk_dynamodb::config::interceptors::BeforeSerializationInterceptorContextRef;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::{Builder, ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;
use aws_sdk_dynamodb::operation::get_item::GetItemInput;
use dynamo_runtime::{Db, Item};

use crate::recorder::{Event, Recorder, Sent, reason};
use crate::sent::db;
use crate::{Note, note};

/// A database with such a client, after a write and a read, and why it is not the direct way.
async fn used(recorder: &Recorder, change: impl FnOnce(Builder) -> Builder) -> (Db, &'static str) {
    let db = recorder.over(&db().await, change);
    note("a").put().send(&db).await.expect("a put");
    let found = Note::key("a").get().send(&db).await.expect("a get");
    assert_eq!(found, Some(note("a")));
    recorder.take();
    let reason = reason(&db);
    (db, reason)
}

/// Counts the gets that it sees, by the SDK's own input.
#[derive(Debug, Clone, Default)]
struct Watching(Arc<AtomicUsize>);

impl Intercept for Watching {
    fn name(&self) -> &'static str {
        "Watching"
    }

    fn read_before_serialization(
        &self,
        context: &BeforeSerializationInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let input = context.input().downcast_ref::<GetItemInput>();
        if input.is_some_and(|input| input.key().is_some_and(|key| key.contains_key("id"))) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
        Ok(())
    }
}

#[tokio::test]
async fn interceptors_see_every_request() {
    let recorder = Recorder::default();
    let watching = Watching::default();
    let (db, reason) = used(&recorder, |config| config.interceptor(watching.clone())).await;
    assert_eq!(reason, "the client has interceptors of its own");
    let before = watching.0.load(Ordering::SeqCst);
    assert_eq!(before, 1);
    for db in [db.clone(), db.through_the_sdk()] {
        recorder.script([Event::LoseAnswer]);
        Note::key("a").get().send(&db).await.expect("a get");
    }
    assert_eq!(recorder.take().len(), 4);
    assert_eq!(watching.0.load(Ordering::SeqCst), before + 2);
}

#[tokio::test]
async fn adaptive_retries_are_the_sdks() {
    let recorder = Recorder::default();
    let adaptive = |config: Builder| config.retry_config(RetryConfig::adaptive());
    let (db, reason) = used(&recorder, adaptive).await;
    assert_eq!(reason, "the client has adaptive retries");
    for db in [db.clone(), db.through_the_sdk()] {
        recorder.script([Event::THROTTLED]);
        let found = Note::key("a").get().send(&db).await.expect("a get");
        assert_eq!(found, Some(note("a")));
        let retries: Vec<_> = recorder.take().iter().map(Sent::is_retry).collect();
        assert_eq!(retries, [false, true]);
    }
}
