//! SDK clients of an engine.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::{RetryPartition, TokenBucket};
use aws_sdk_dynamodb::config::{
    BehaviorVersion, Config, Credentials, Region, StalledStreamProtectionConfig,
};

use crate::connector::Connector;

/// A name that can never resolve (RFC 2606), so that nothing leaves the process even if the
/// connector is lost from a configuration.
const ENDPOINT: &str = "http://dynamodb.invalid";

/// Creates the SDK client that sends its requests to `connector`.
pub(crate) fn sdk_client(connector: Connector) -> Client {
    // Clients of one region share a retry quota; one test must not use up another's.
    let retries = RetryPartition::custom("embedded").token_bucket(TokenBucket::default());
    let config = Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .credentials_provider(Credentials::new(
            "embedded", "embedded", None, None, "embedded",
        ))
        .region(Region::from_static("us-east-1"))
        .endpoint_url(ENDPOINT)
        .time_source(connector.clock())
        .sleep_impl(connector.sleep())
        .http_client(connector)
        .retry_partition(retries.build())
        // Bodies are in memory; there is no stream to watch.
        .stalled_stream_protection(StalledStreamProtectionConfig::disabled())
        .build();
    Client::from_conf(config)
}
