//! Where requests go: the hosts of FIPS, dual-stack and account endpoints, and of resolvers of the
//! user's own.

use aws_sdk_dynamodb::config::Builder;
use aws_sdk_dynamodb::config::Credentials;
use aws_sdk_dynamodb::config::endpoint::{Endpoint, EndpointFuture, Params, ResolveEndpoint};
use dynamo_runtime::{Db, Item, Transport};

use crate::recorder::{Recorder, Sent, reason};
use crate::sent::db;
use crate::{Note, each_way, note};

/// Sends to the host that the region decides on.
fn by_region(mut config: Builder) -> Builder {
    config.set_endpoint_url(None);
    config
}

/// Credentials that tell their account.
fn of_account(config: Builder, account: &str) -> Builder {
    let credentials = Credentials::builder()
        .access_key_id("KEY")
        .secret_access_key("secret")
        .account_id(account)
        .provider_name("test");
    by_region(config).credentials_provider(credentials.build())
}

/// Writes and reads, and returns the hosts that were contacted, each once.
async fn hosts(db: &Db, recorder: &Recorder) -> Vec<String> {
    recorder.take();
    note("b").put().send(db).await.expect("a put");
    let found = Note::key("b").get().send(db).await.expect("a get");
    assert_eq!(found, Some(note("b")));
    Note::scan().all(db).await.expect("a scan");
    db.batch_get([Note::key("b")]).await.expect("a batch");
    let sent = recorder.take();
    assert_eq!(sent.len(), 4);
    let mut hosts: Vec<_> = sent.iter().map(host).collect();
    hosts.dedup();
    hosts
}

/// The scheme and host of a request.
fn host(sent: &Sent) -> String {
    sent.uri.trim_end_matches('/').to_owned()
}

#[tokio::test]
async fn each_way_contacts_the_host_that_the_client_asks_for() {
    let cases: [(fn(Builder) -> Builder, &str); 5] = [
        (by_region, "https://dynamodb.us-east-1.amazonaws.com"),
        (
            |config| by_region(config).use_fips(true),
            "https://dynamodb-fips.us-east-1.amazonaws.com",
        ),
        (
            |config| by_region(config).use_dual_stack(true),
            "https://dynamodb.us-east-1.api.aws",
        ),
        (
            |config| by_region(config).use_fips(true).use_dual_stack(true),
            "https://dynamodb-fips.us-east-1.api.aws",
        ),
        (
            |config| of_account(config, "123456789012"),
            "https://123456789012.ddb.us-east-1.amazonaws.com",
        ),
    ];
    for (change, expected) in cases {
        each_way(change, async |db, recorder| {
            assert_eq!(hosts(db, recorder).await, [expected]);
        })
        .await;
    }
}

#[derive(Debug)]
struct Elsewhere;

impl ResolveEndpoint for Elsewhere {
    fn resolve_endpoint<'a>(&'a self, params: &'a Params) -> EndpointFuture<'a> {
        let region = params.region().unwrap_or_default();
        let url = format!("https://dynamo.{region}.example.com");
        EndpointFuture::ready(Ok(Endpoint::builder().url(url).build()))
    }
}

/// A resolver may answer each request with another host, so that only the SDK asks it.
#[tokio::test]
async fn an_endpoint_resolver_of_the_users_own_decides() {
    let recorder = Recorder::default();
    let db = recorder.over(&db().await, |config| config.endpoint_resolver(Elsewhere));
    let expected = ["https://dynamo.us-east-1.example.com"];
    assert_eq!(hosts(&db, &recorder).await, expected);
    assert_eq!(
        reason(&db),
        "the client has an endpoint resolver of its own"
    );
    assert_eq!(hosts(&db.through_the_sdk(), &recorder).await, expected);
}

/// A host and port that users name themselves, as for a server on their machine.
#[tokio::test]
async fn an_endpoint_of_the_users_own_is_contacted() {
    for url in ["http://localhost:8000", "https://vpce-1.example.com"] {
        let named = |config: Builder| config.endpoint_url(url);
        each_way(named, async |db, recorder| {
            assert_eq!(hosts(db, recorder).await, [url]);
        })
        .await;
    }
}

/// A path is not part of what is signed directly; the SDK sends such requests.
#[tokio::test]
async fn an_endpoint_with_a_path_is_the_sdks() {
    let recorder = Recorder::default();
    let db = recorder.over(&db().await, |config| {
        config.endpoint_url("https://proxy.example.com/dynamo")
    });
    assert_eq!(
        hosts(&db, &recorder).await,
        ["https://proxy.example.com/dynamo"]
    );
    assert_ne!(db.transport(), Transport::Direct);
    assert!(reason(&db).contains("form"), "{}", reason(&db));
}
