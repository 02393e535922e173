//! Credentials: session tokens, rotation in the middle of a run, and the endpoints of accounts.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use aws_credential_types::provider::future;
use aws_sdk_dynamodb::config::{Credentials, ProvideCredentials};
use aws_smithy_async::time::TimeSource;
use dynamo_runtime::{Item, Transport};

use crate::recorder::Recorder;
use crate::sent::db;
use crate::{Note, note};

/// A clock that moves when it is told to.
#[derive(Debug, Clone)]
pub(crate) struct Clock(Arc<AtomicU64>);

impl Clock {
    pub(crate) fn at(seconds: u64) -> Self {
        Self(Arc::new(AtomicU64::new(seconds)))
    }

    pub(crate) fn pass(&self, seconds: u64) {
        self.0.fetch_add(seconds, Ordering::SeqCst);
    }
}

impl TimeSource for Clock {
    fn now(&self) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(self.0.load(Ordering::SeqCst))
    }
}

/// Gives another key each time it is asked, good for a quarter of an hour.
#[derive(Debug)]
struct Rotating {
    given: AtomicUsize,
    clock: Clock,
}

impl ProvideCredentials for Rotating {
    fn provide_credentials<'a>(&'a self) -> future::ProvideCredentials<'a>
    where
        Self: 'a,
    {
        let number = self.given.fetch_add(1, Ordering::SeqCst);
        let expiry = self.clock.now() + Duration::from_mins(15);
        let key = format!("KEY{number}");
        let token = Some(format!("token {number}"));
        future::ProvideCredentials::ready(Ok(Credentials::new(
            key,
            "secret",
            token,
            Some(expiry),
            "test",
        )))
    }
}

#[tokio::test]
async fn rotated_credentials_sign_the_next_request() {
    rotated(true).await;
    rotated(false).await;
}

async fn rotated(direct: bool) {
    let db = db().await;
    let recorder = Recorder::default();
    let clock = Clock::at(1_900_000_000);
    let provider = Rotating {
        given: AtomicUsize::new(0),
        clock: clock.clone(),
    };
    let db = recorder.over(&db, |config| {
        config
            .credentials_provider(provider)
            .time_source(clock.clone())
    });
    let db = if direct { db } else { db.through_the_sdk() };
    note("a").put().send(&db).await.expect("a put");
    for (passed, key, token) in [
        (0, "KEY0", "token 0"),
        (30, "KEY0", "token 0"),
        // Past their time; and what was learned is old, so that the SDK sends once.
        (1_000, "KEY1", "token 1"),
        (1, "KEY1", "token 1"),
    ] {
        clock.pass(passed);
        recorder.take();
        Note::key("a").get().send(&db).await.expect("a get");
        let sent = recorder.take().pop().expect("a request");
        assert_eq!(sent.key(), Some(key));
        assert_eq!(sent.header("x-amz-security-token"), Some(token));
    }
    assert_eq!(db.transport() == Transport::Direct, direct);
}

#[tokio::test]
async fn the_endpoint_of_an_account_is_kept() {
    let db = db().await;
    let recorder = Recorder::default();
    let credentials = Credentials::builder()
        .access_key_id("KEY")
        .secret_access_key("secret")
        .account_id("123456789012")
        .provider_name("test")
        .build();
    let db = recorder.over(&db, |mut config| {
        config.set_endpoint_url(None);
        config.credentials_provider(credentials)
    });
    for _ in 0..2 {
        note("a").put().send(&db).await.expect("a put");
    }
    assert_eq!(db.transport(), Transport::Direct);
    for sent in recorder.take() {
        assert!(sent.uri.contains("//123456789012.ddb."), "{}", sent.uri);
    }
}

#[tokio::test]
async fn what_was_learned_is_renewed_after_a_minute() {
    let db = db().await;
    let clock = Clock::at(1_900_000_000);
    let db = Recorder::default().over(&db, |config| config.time_source(clock.clone()));
    note("a").put().send(&db).await.expect("a put");
    assert_eq!(db.transport(), Transport::Direct);
    clock.pass(61);
    assert_ne!(db.transport(), Transport::Direct);
    note("a").put().send(&db).await.expect("a put");
    assert_eq!(db.transport(), Transport::Direct);
}

#[tokio::test]
async fn a_day_may_end_in_between() {
    let db = db().await;
    let recorder = Recorder::default();
    // Half a minute before a month ends: 2026-11-30T23:59:30Z.
    let clock = Clock::at(1_796_083_170);
    let db = recorder.over(&db, |config| config.time_source(clock.clone()));
    note("a").put().send(&db).await.expect("a put");
    let scope = |recorder: &Recorder| {
        let sent = recorder.take().pop().expect("a request");
        let scope = sent.header("authorization")?.split('/').nth(1)?.to_owned();
        Some((scope, sent.header("x-amz-date")?.to_owned()))
    };
    let before = (String::from("20261130"), String::from("20261130T235930Z"));
    assert_eq!(scope(&recorder), Some(before));
    clock.pass(40);
    note("a").put().send(&db).await.expect("a put");
    let after = (String::from("20261201"), String::from("20261201T000010Z"));
    assert_eq!(scope(&recorder), Some(after));
    assert_eq!(db.transport(), Transport::Direct);
}
