//! Credentials: session tokens, rotation in the middle of a run, and the endpoints of accounts.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use aws_credential_types::provider::error::CredentialsError;
use aws_credential_types::provider::future;
use aws_sdk_dynamodb::config::{Credentials, IdentityCache, ProvideCredentials};
use aws_smithy_async::time::TimeSource;
use dynamo_runtime::{Db, Item, Transport};

use crate::recorder::{Recorder, Sent};
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

/// Gives another key each time it is asked, as one that assumes a role does.
#[derive(Debug)]
struct Rotating {
    given: AtomicUsize,
    /// How many it gives before it fails.
    most: usize,
    /// How long each is good for.
    lifetime: Duration,
    /// Whose they are, in turn.
    accounts: &'static [&'static str],
    clock: Clock,
}

impl Rotating {
    fn every(lifetime: Duration, clock: &Clock) -> Self {
        Self {
            given: AtomicUsize::new(0),
            most: usize::MAX,
            lifetime,
            accounts: &[],
            clock: clock.clone(),
        }
    }

    fn next(&self) -> Result<Credentials, CredentialsError> {
        let number = self.given.fetch_add(1, Ordering::SeqCst);
        if number >= self.most {
            return Err(CredentialsError::provider_error("the role was taken away"));
        }
        let mut credentials = Credentials::builder()
            .access_key_id(format!("KEY{number}"))
            .secret_access_key("secret")
            .session_token(format!("token {number}"))
            .expiry(self.clock.now() + self.lifetime)
            .provider_name("test");
        if let Some(account) = self.accounts.get(number) {
            credentials = credentials.account_id(*account);
        }
        Ok(credentials.build())
    }
}

impl ProvideCredentials for Rotating {
    fn provide_credentials<'a>(&'a self) -> future::ProvideCredentials<'a>
    where
        Self: 'a,
    {
        future::ProvideCredentials::ready(self.next())
    }
}

/// Runs a test on both ways, on credentials of this provider; the engine's first request is sent.
async fn rotating(
    provider: impl Fn(&Clock) -> Rotating,
    test: impl AsyncFn(&Db, &Recorder, &Clock),
) {
    for direct in [true, false] {
        let recorder = Recorder::default();
        let clock = Clock::at(1_900_000_000);
        let db = recorder.over(&db().await, |mut config| {
            config.set_endpoint_url(None);
            config
                .credentials_provider(provider(&clock))
                .time_source(clock.clone())
        });
        let db = if direct { db } else { db.through_the_sdk() };
        note("a").put().send(&db).await.expect("a put");
        assert_eq!(db.transport() == Transport::Direct, direct);
        test(&db, &recorder, &clock).await;
    }
}

/// Gets the note, and returns the request.
async fn got(db: &Db, recorder: &Recorder) -> Sent {
    recorder.take();
    let found = Note::key("a").get().send(db).await.expect("a get");
    assert_eq!(found, Some(note("a")));
    recorder.take().pop().expect("a request")
}

#[tokio::test]
async fn rotated_credentials_sign_the_next_request() {
    let provider = |clock: &Clock| Rotating::every(Duration::from_mins(15), clock);
    rotating(provider, async |db, recorder, clock| {
        let before = db.transport();
        for (passed, key, token) in [
            (0, "KEY0", "token 0"),
            (30, "KEY0", "token 0"),
            // Past their time; and what was learned is old, so that the SDK sends once.
            (1_000, "KEY1", "token 1"),
            (1, "KEY1", "token 1"),
        ] {
            clock.pass(passed);
            let sent = got(db, recorder).await;
            assert_eq!(sent.key(), Some(key));
            assert_eq!(sent.header("x-amz-security-token"), Some(token));
        }
        assert_eq!(db.transport(), before);
    })
    .await;
}

/// Faster than what was learned of the client is renewed: the direct way itself asks for the next.
#[tokio::test]
async fn credentials_may_rotate_between_two_direct_requests() {
    let provider = |clock: &Clock| Rotating::every(Duration::from_secs(30), clock);
    rotating(provider, async |db, recorder, clock| {
        let before = db.transport();
        for (passed, key, token) in [(5, "KEY0", "token 0"), (26, "KEY1", "token 1")] {
            clock.pass(passed);
            assert_eq!(db.transport(), before);
            let sent = got(db, recorder).await;
            assert_eq!(sent.key(), Some(key));
            assert_eq!(sent.header("x-amz-security-token"), Some(token));
        }
    })
    .await;
}

/// A provider that gives each caller its own credentials needs a client without a cache.
#[tokio::test]
async fn without_a_cache_every_request_asks_for_credentials() {
    for direct in [true, false] {
        let recorder = Recorder::default();
        let clock = Clock::at(1_900_000_000);
        let db = recorder.over(&db().await, |config| {
            config
                .identity_cache(IdentityCache::no_cache())
                .credentials_provider(Rotating::every(Duration::from_mins(15), &clock))
                .time_source(clock.clone())
        });
        let db = if direct { db } else { db.through_the_sdk() };
        note("a").put().send(&db).await.expect("a put");
        // All within one second.
        for key in ["KEY1", "KEY2", "KEY3"] {
            assert_eq!(db.transport() == Transport::Direct, direct);
            assert_eq!(got(&db, &recorder).await.key(), Some(key));
        }
    }
}

/// A role of another account has an endpoint of its own.
#[tokio::test]
async fn credentials_of_another_account_go_to_its_endpoint() {
    let provider = |clock: &Clock| Rotating {
        accounts: &["111111111111", "222222222222"],
        ..Rotating::every(Duration::from_secs(30), clock)
    };
    rotating(provider, async |db, recorder, clock| {
        for (passed, key, host) in [
            (0, "KEY0", "//111111111111.ddb."),
            (31, "KEY1", "//222222222222.ddb."),
        ] {
            clock.pass(passed);
            let sent = got(db, recorder).await;
            assert_eq!(sent.key(), Some(key));
            assert!(sent.uri.contains(host), "{}", sent.uri);
        }
    })
    .await;
}

/// Nothing is signed with credentials that are past their time.
#[tokio::test]
async fn credentials_that_cannot_be_renewed_are_the_sdks_error() {
    let provider = |clock: &Clock| Rotating {
        most: 1,
        ..Rotating::every(Duration::from_secs(30), clock)
    };
    rotating(provider, async |db, recorder, clock| {
        got(db, recorder).await;
        clock.pass(31);
        let failed = Note::key("a").get().send(db).await;
        let error = failed.expect_err("there are no credentials");
        assert!(error.to_string().contains("credentials"), "{error}");
        assert!(recorder.take().is_empty());
    })
    .await;
}

#[tokio::test]
async fn lessons_are_renewed_after_a_minute() {
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
