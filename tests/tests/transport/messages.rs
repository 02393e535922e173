//! Failures of the connection and of the service, told in one line: what happened, and what to do.

use std::error::Error as _;
use std::net::TcpListener;

use aws_credential_types::provider::error::CredentialsError;
use aws_credential_types::provider::future;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::{BehaviorVersion, Builder, Credentials, ProvideCredentials, Region};
use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation::get_item::GetItemError;
use dynamo_runtime::error::ThrottlingLimit;
use dynamo_runtime::{Db, Error, Item, Transport};

use crate::recorder::{Event, Recorder};
use crate::sent::db;
use crate::{Note, note};

/// A client that tries once, at this endpoint.
fn config(endpoint: &str) -> Builder {
    Builder::new()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("eu-north-1"))
        .credentials_provider(Credentials::for_tests())
        .retry_config(RetryConfig::disabled())
        .endpoint_url(endpoint)
}

/// The error of a read, and that its forms are one line without Rust's own dumps.
async fn failed(db: &Db) -> Error {
    let error = Note::key("s3cret").get().send(db).await;
    let error = error.expect_err("a failure");
    for shown in [
        format!("{error}"),
        format!("{error:?}"),
        format!("{error:#?}"),
    ] {
        for dumped in [
            "\n",
            "s3cret",
            "SdkBody",
            "HttpResponse",
            "Extensions",
            "{ ",
        ] {
            assert!(!shown.contains(dumped), "`{dumped}` in {shown}");
        }
    }
    let cause = error.source().expect("the SDK's error");
    for shown in [
        format!("{cause}"),
        format!("{cause:?}"),
        format!("{cause:#?}"),
    ] {
        for dumped in ["\n", "s3cret", "SdkBody", "Extensions"] {
            assert!(!shown.contains(dumped), "`{dumped}` in {shown}");
        }
    }
    assert!(cause.source().is_none(), "nothing else is shown");
    error
}

fn has_all(error: &Error, words: &[&str]) {
    let message = error.to_string();
    for word in words {
        assert!(message.contains(word), "`{word}` in: {message}");
    }
}

#[tokio::test]
async fn a_refused_connection_says_so() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let endpoint = format!("http://{}", listener.local_addr().expect("an address"));
    drop(listener);
    let db = Db::new(Client::from_conf(config(&endpoint).build()));
    let error = failed(&db).await;
    has_all(
        &error,
        &[
            "GetItem",
            "`notes`",
            "connection refused",
            "AWS_ENDPOINT_URL_DYNAMODB",
        ],
    );
}

/// A chain of providers in which none has credentials.
#[derive(Debug)]
struct Nobody;

impl ProvideCredentials for Nobody {
    fn provide_credentials<'a>(&'a self) -> future::ProvideCredentials<'a>
    where
        Self: 'a,
    {
        future::ProvideCredentials::ready(Err(CredentialsError::not_loaded_no_source()))
    }
}

#[tokio::test]
async fn missing_credentials_and_regions_say_what_to_set() {
    let endpoint = "http://127.0.0.1:9";
    let nobody = config(endpoint).credentials_provider(Nobody).build();
    let none = Builder::new()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("eu-north-1"))
        .endpoint_url(endpoint);
    for config in [nobody, none.build()] {
        let error = failed(&Db::new(Client::from_conf(config))).await;
        has_all(
            &error,
            &["no AWS credentials", "AWS_ACCESS_KEY_ID", "AWS_PROFILE"],
        );
    }
    let nowhere = Builder::new()
        .behavior_version(BehaviorVersion::latest())
        .credentials_provider(Credentials::for_tests())
        .build();
    let error = failed(&Db::new(Client::from_conf(nowhere))).await;
    has_all(&error, &["no AWS region", "AWS_REGION"]);
}

/// A database whose requests are all answered like this.
async fn answering(body: &'static str) -> Db {
    let db = db().await;
    let recorder = Recorder::default();
    let db = recorder.over(&db, |config| config.retry_config(RetryConfig::disabled()));
    recorder.then(Some(Event::Answer(400, body)));
    db
}

#[tokio::test]
async fn throttling_names_the_index_the_access_and_the_limit() {
    let db = answering(
        r#"{"__type":"com.amazonaws.dynamodb.v20120810#ThrottlingException","message":"slow",
            "throttlingReasons":[{"reason":"IndexWriteKeyRangeThroughputExceeded",
            "resource":"arn:aws:dynamodb:us-east-1:1:table/orders/index/ByStatus"}]}"#,
    )
    .await;
    let error = failed(&db).await;
    assert!(error.is_throttled(), "{error}");
    let Error::Throttled(failure) = &error else {
        panic!("{error}");
    };
    let [throttling] = failure.throttling() else {
        panic!("{:?}", failure.throttling());
    };
    assert_eq!(throttling.table(), "orders");
    assert_eq!(throttling.index(), Some("ByStatus"));
    assert!(throttling.is_write());
    assert_eq!(throttling.limit(), ThrottlingLimit::Partition);
    has_all(
        &error,
        &["throttled", "writes to index `ByStatus`", "one partition"],
    );
}

#[tokio::test]
async fn each_limit_of_a_throttled_request_has_a_cure() {
    let cases: [(&str, &[&str]); 3] = [
        (
            r#"{"__type":"x#ProvisionedThroughputExceededException","ThrottlingReasons":[
                {"reason":"TableReadProvisionedThroughputExceeded",
                "resource":"arn:aws:dynamodb:us-east-1:1:table/orders"}]}"#,
            &[
                "reads of the table",
                "provisioned capacity",
                "raise the capacity",
            ],
        ),
        (
            r#"{"__type":"x#ThrottlingException","throttlingReasons":[
                {"reason":"TableReadMaxOnDemandThroughputExceeded",
                "resource":"arn:aws:dynamodb:us-east-1:1:table/orders"}]}"#,
            &["reads of the table", "maximum on-demand", "raise"],
        ),
        (
            r#"{"__type":"x#RequestLimitExceeded"}"#,
            &["account's quota", "slow down"],
        ),
    ];
    for (body, words) in cases {
        let error = failed(&answering(body).await).await;
        assert!(error.is_throttled(), "{error}");
        has_all(&error, words);
    }
}

#[tokio::test]
async fn quotes_of_a_request_are_not_shown() {
    let db = answering(
        r#"{"__type":"x#ValidationException","message":"Value 's3cret' at 'key.id' is wrong"}"#,
    )
    .await;
    let error = failed(&db).await;
    has_all(&error, &["ValidationException", "'key.id' is wrong"]);
    let Error::Sdk(failure) = &error else {
        panic!("{error}");
    };
    let sdk = failure.sdk_error().downcast_ref::<SdkError<GetItemError>>();
    let message = sdk.and_then(ProvideErrorMetadata::message);
    assert!(message.is_some_and(|message| message.contains("s3cret")));
    let denied = r#"{"__type":"x#AccessDeniedException","message":"not authorized"}"#;
    has_all(
        &failed(&answering(denied).await).await,
        &["not authorized", "policy"],
    );
}

#[tokio::test]
async fn a_missing_index_says_how_to_add_it() {
    let db = answering(
        r#"{"__type":"x#ValidationException",
            "message":"The table does not have the specified index: ByStatus"}"#,
    )
    .await;
    has_all(
        &failed(&db).await,
        &[
            "lacks the index `ByStatus`",
            "add_missing_indexes::<Note>()",
        ],
    );
}

#[tokio::test]
async fn keys_that_are_not_as_declared_say_how_to_compare_them() {
    for message in [
        "The provided key element does not match the schema",
        "One or more parameter values were invalid: Missing the key id in the item",
        "One or more parameter values were invalid: Type mismatch for key id expected: N actual: S",
        "Query condition missed key schema element: id",
    ] {
        let body = format!(r#"{{"__type":"x#ValidationException","message":"{message}"}}"#);
        let error = failed(&answering(body.leak()).await).await;
        has_all(&error, &["not as declared", "verify_table::<Note>()"]);
    }
}

#[tokio::test]
async fn an_answer_that_cannot_be_read_is_not_repeated() {
    let db = db().await;
    let recorder = Recorder::default();
    let db = recorder.over(&db, |config| config.retry_config(RetryConfig::disabled()));
    for body in [r#"{"Item":{"id":{"S":"s3cret"}"#, "<html>s3cret</html>"] {
        for status in [200, 400, 500] {
            recorder.then(Some(Event::Answer(status, body)));
            failed(&db).await;
            let written = note("a").put().send(&db).await;
            let shown = written.map_err(|error| format!("{error} {error:?}"));
            assert!(!shown.is_err_and(|shown| shown.contains("s3cret")));
        }
    }
}

#[tokio::test]
async fn an_answer_of_something_else_says_so() {
    let db = db().await;
    let recorder = Recorder::default();
    let db = recorder.over(&db, |config| config.retry_config(RetryConfig::disabled()));
    for (status, body) in [(503, "<html>"), (404, "not found"), (302, ""), (400, "{")] {
        recorder.then(Some(Event::Answer(status, body)));
        assert_eq!(
            failed(&db).await.to_string(),
            format!(
                "GetItem on table `notes` failed: the endpoint answered with status {status}, not \
                 like DynamoDB; check the endpoint and any proxy"
            )
        );
    }
    for body in ["<html>", r#"{"Item":{"#] {
        recorder.then(Some(Event::Answer(200, body)));
        assert_eq!(
            failed(&db).await.to_string(),
            "GetItem on table `notes` failed: the response is not DynamoDB's, or is incomplete; try \
             again, or check the endpoint and any proxy"
        );
    }
}

#[tokio::test]
async fn two_limits_have_their_cures_at_the_end() {
    let db = answering(
        r#"{"__type":"x#ThrottlingException","throttlingReasons":[
            {"reason":"IndexWriteKeyRangeThroughputExceeded",
            "resource":"arn:aws:dynamodb:us-east-1:1:table/notes/index/ByStatus"},
            {"reason":"TableReadAccountLimitExceeded",
            "resource":"arn:aws:dynamodb:us-east-1:1:table/notes"}]}"#,
    )
    .await;
    assert_eq!(
        failed(&db).await.to_string(),
        "GetItem on table `notes` was throttled: writes to index `ByStatus` exceed the throughput of \
         one partition and reads of the table exceed the account's quota for one table; spread the \
         load over more partition keys, and ask AWS to raise the quota"
    );
}

#[tokio::test]
async fn a_quoted_message_has_no_final_stop() {
    let db = answering(
        r#"{"__type":"x#UnrecognizedClientException","message":"The token is invalid."}"#,
    )
    .await;
    assert_eq!(
        failed(&db).await.to_string(),
        "GetItem on table `notes` failed: UnrecognizedClientException: The token is invalid; check \
         the credentials and their policy"
    );
}

#[test]
fn the_way_of_requests_is_one_line() {
    assert_eq!(Transport::Direct.to_string(), "direct");
    let reason = "no request has gone through the SDK yet";
    let transport = Transport::Sdk { reason };
    assert_eq!(transport.to_string(), format!("through the SDK: {reason}"));
}
