//! Clients whose configuration asks for what only the SDK does.

use std::time::Duration;

use aws_sdk_dynamodb::config::endpoint::{Endpoint, EndpointFuture, Params, ResolveEndpoint};
use aws_sdk_dynamodb::config::interceptors::BeforeTransmitInterceptorContextRef;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::timeout::TimeoutConfig;
use aws_sdk_dynamodb::config::{Builder, ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;
use dynamo_runtime::Item;

use crate::recorder::{Recorder, reason};
use crate::sent::db;
use crate::{Note, note};

/// Writes and reads by such a client, and returns why it is not the direct way.
async fn reason_of(change: impl FnOnce(Builder) -> Builder) -> &'static str {
    let db = db().await;
    let db = Recorder::default().over(&db, change);
    note("a").put().send(&db).await.expect("a put");
    let found = Note::key("a").get().send(&db).await.expect("a get");
    assert_eq!(found, Some(note("a")));
    reason(&db)
}

#[derive(Debug)]
struct Idle;

impl Intercept for Idle {
    fn name(&self) -> &'static str {
        "Idle"
    }

    fn read_before_transmit(
        &self,
        _: &BeforeTransmitInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        Ok(())
    }
}

#[derive(Debug)]
struct Elsewhere;

impl ResolveEndpoint for Elsewhere {
    fn resolve_endpoint<'a>(&'a self, _: &'a Params) -> EndpointFuture<'a> {
        EndpointFuture::ready(Ok(Endpoint::builder()
            .url("http://elsewhere.invalid")
            .build()))
    }
}

#[tokio::test]
async fn interceptors_of_its_own() {
    let reason = reason_of(|config| config.interceptor(Idle)).await;
    assert_eq!(reason, "the client has interceptors of its own");
}

#[tokio::test]
async fn an_endpoint_resolver_of_its_own() {
    let reason = reason_of(|config| config.endpoint_resolver(Elsewhere)).await;
    assert_eq!(reason, "the client has an endpoint resolver of its own");
}

#[tokio::test]
async fn adaptive_retries() {
    let reason = reason_of(|config| config.retry_config(RetryConfig::adaptive())).await;
    assert_eq!(reason, "the client has adaptive retries");
}

#[tokio::test]
async fn time_outs_of_operations_and_attempts() {
    for timeouts in [
        TimeoutConfig::builder().operation_timeout(Duration::from_secs(9)),
        TimeoutConfig::builder().operation_attempt_timeout(Duration::from_secs(9)),
    ] {
        let reason = reason_of(|config| config.timeout_config(timeouts.build())).await;
        assert!(reason.contains("time-out"), "{reason}");
    }
}

#[tokio::test]
async fn time_outs_of_connections_are_no_reason() {
    let timeouts = TimeoutConfig::builder()
        .connect_timeout(Duration::from_secs(9))
        .read_timeout(Duration::from_secs(9));
    assert_eq!(
        reason_of(|config| config.timeout_config(timeouts.build())).await,
        ""
    );
}

#[tokio::test]
async fn fips_and_dual_stack_endpoints_are_no_reason() {
    let by_region = |mut config: Builder| {
        config.set_endpoint_url(None);
        config
    };
    assert_eq!(
        reason_of(|config| by_region(config).use_fips(true)).await,
        ""
    );
    assert_eq!(
        reason_of(|config| by_region(config).use_dual_stack(true)).await,
        ""
    );
}
