//! Facts about the SDK's requests that the direct way relies on. If one of these fails after an update
//! of the SDK, look at `wire/lesson.rs` and `wire/sign.rs` of the runtime: until then the library
//! falls back to the SDK's way for every request, and is ten times slower.

use std::time::{Duration, UNIX_EPOCH};

use aws_sdk_dynamodb::config::{Builder, Config, Credentials, Region};
use aws_sigv4::http_request::{
    PayloadChecksumKind, SignableBody, SignableRequest, SigningParams, SigningSettings, sign,
};
use aws_sigv4::sign::v4;
use dynamo_runtime::Item;

use crate::credentials::Clock;
use crate::recorder::{Recorder, Sent, reason};
use crate::{Note, each_way, note, unchanged};

/// The headers of every request, with a session token.
const HEADERS: [&str; 10] = [
    "amz-sdk-invocation-id",
    "amz-sdk-request",
    "authorization",
    "content-length",
    "content-type",
    "user-agent",
    "x-amz-date",
    "x-amz-security-token",
    "x-amz-target",
    "x-amz-user-agent",
];

/// The headers that our signatures cover: those of the SDK's but the length of the body, which the
/// hash of the body covers.
const SIGNED: [&str; 6] = [
    "content-type",
    "host",
    "x-amz-date",
    "x-amz-security-token",
    "x-amz-target",
    "x-amz-user-agent",
];

/// Half a minute before a day ends.
const NOW: u64 = 1_796_083_170;

fn with_a_token(config: Builder) -> Builder {
    config.credentials_provider(credentials())
}

fn credentials() -> Credentials {
    let token = Some("token".to_owned());
    Credentials::new("KEY", "secret", token, None, "test")
}

fn is_known(sent: &Sent) {
    let hint = "the form of the SDK's requests changed; see the head of this file";
    let mut names: Vec<_> = sent.headers.iter().map(|(name, _)| &**name).collect();
    names.sort_unstable();
    assert_eq!(names, HEADERS, "{hint}");
    assert_eq!(sent.signed_headers(), SIGNED, "{hint}");
    let attempt = sent.header("amz-sdk-request").unwrap_or_default();
    assert!(attempt.starts_with("attempt=1"), "`{attempt}`: {hint}");
    let kind = sent.header("content-type");
    assert_eq!(kind, Some("application/x-amz-json-1.0"), "{hint}");
    let signature = sent.header("authorization").unwrap_or_default();
    let scope = signature.split('/').skip(2).take(2).collect::<Vec<_>>();
    assert_eq!(scope, ["us-east-1", "dynamodb"], "{hint}");
    assert_eq!(signature, signed_by_the_sdk(sent, NOW), "{hint}");
}

#[tokio::test]
async fn both_ways_send_requests_of_the_form_that_is_known() {
    let at_a_time = |config| with_a_token(config).time_source(Clock::at(NOW));
    each_way(at_a_time, async |db, recorder| {
        note("b").put().send(db).await.expect("a put");
        Note::key("b").get().send(db).await.expect("a get");
        Note::scan().all(db).await.expect("a scan");
        db.batch_get([Note::key("b")]).await.expect("a batch");
        db.batch_write([note("c").put()]).await.expect("a batch");
        let transaction = db.transact((note("d").create(), Note::key("b").check_exists()));
        transaction.await.expect("a transaction");
        Note::key("b").delete().send(db).await.expect("a delete");
        let sent = recorder.take();
        assert_eq!(sent.len(), 7);
        sent.iter().for_each(is_known);
    })
    .await;
}

/// The signature that the SDK's own signer gives a request.
fn signed_by_the_sdk(sent: &Sent, seconds: u64) -> String {
    let signed = sent.signed_headers();
    let headers = sent.headers.iter();
    let headers = headers.filter(|(name, _)| signed.contains(&name.as_str()));
    let headers = headers.map(|(name, value)| (name.as_str(), value.as_str()));
    // The signer adds these itself.
    let own = ["x-amz-date", "x-amz-security-token"];
    let headers = headers.filter(|(name, _)| !own.contains(name));
    let mut settings = SigningSettings::default();
    settings.payload_checksum_kind = PayloadChecksumKind::NoHeader;
    let identity = credentials().into();
    let params = v4::SigningParams::builder()
        .identity(&identity)
        .region("us-east-1")
        .name("dynamodb")
        .time(UNIX_EPOCH + Duration::from_secs(seconds))
        .settings(settings)
        .build()
        .expect("parameters");
    let body = SignableBody::Bytes(&sent.body);
    let request = SignableRequest::new("POST", &*sent.uri, headers, body).expect("a request");
    let output = sign(request, &SigningParams::V4(params)).expect("a signature");
    let (instructions, _) = output.into_parts();
    let (headers, _) = instructions.into_parts();
    let mut headers = headers.iter();
    let signature = headers.find(|header| header.name() == "authorization");
    signature.expect("a header").value().to_owned()
}

/// The SDK signs the first request, and the library the second, which is the same: the SDK's signer
/// gives both the signature they have, on either way.
#[tokio::test]
async fn signatures_are_the_sdks_own() {
    for direct in [true, false] {
        let recorder = Recorder::default();
        let clock = Clock::at(NOW);
        let db = recorder.over(&crate::sent::db().await, |config| {
            with_a_token(config).time_source(clock.clone())
        });
        let db = if direct { db } else { db.through_the_sdk() };
        let keeps = || {
            let schemes = db.client().config().auth_schemes();
            format!("{:?}", schemes.collect::<Vec<_>>())
        };
        assert!(keeps().contains("kept: RwLock { data: None"), "{}", keeps());
        for _ in 0..2 {
            Note::key("a").get().send(&db).await.expect("a get");
        }
        assert!(keeps().contains("20261130/us-east-1"), "{}", keeps());
        assert!(!keeps().contains("secret"), "{}", keeps());
        let [by_the_sdk, by_us]: [_; 2] = recorder.take().try_into().expect("two requests");
        for name in ["x-amz-date", "x-amz-security-token"] {
            assert_eq!(by_us.header(name), by_the_sdk.header(name), "{name}");
        }
        assert_eq!(by_us.signed_headers(), SIGNED);
        for sent in [by_us, by_the_sdk] {
            let signature = signed_by_the_sdk(&sent, NOW);
            assert_eq!(sent.header("authorization"), Some(&*signature));
        }
        // The next day has another key.
        clock.pass(40);
        Note::key("a").get().send(&db).await.expect("a get");
        let sent = recorder.take().pop().expect("a request");
        let signature = sent.header("authorization").unwrap_or_default();
        assert!(signature.contains("/20261201/us-east-1/"), "{signature}");
    }
}

/// A request of the user's own, by the same client, may go elsewhere. The library does not follow it.
#[tokio::test]
async fn requests_of_the_users_own_teach_nothing() {
    let recorder = Recorder::default();
    let db = recorder.over(&crate::sent::db().await, unchanged);
    let name = db.table_name::<Note>().expect("a name").into_owned();
    let other = Config::builder()
        .region(Region::from_static("eu-central-1"))
        .endpoint_url("http://elsewhere.invalid")
        .credentials_provider(Credentials::new("OTHER", "secret", None, None, "test"));
    let request = db.client().describe_table().table_name(name);
    let answer = request.customize().config_override(other).send().await;
    answer.expect("the engine answers whatever the host");
    let sent = recorder.take().pop().expect("a request");
    assert_eq!(sent.key(), Some("OTHER"));

    assert!(
        reason(&db).contains("no request has gone"),
        "{}",
        reason(&db)
    );
    for _ in 0..2 {
        note("a").put().send(&db).await.expect("a put");
        let sent = recorder.take().pop().expect("a request");
        assert_ne!(sent.key(), Some("OTHER"));
        assert!(!sent.uri.contains("elsewhere"), "{}", sent.uri);
    }
}
