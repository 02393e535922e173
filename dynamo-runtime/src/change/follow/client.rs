//! A client of DynamoDB Streams, made like the client of a `Db`.
//!
//! A client does not show its credentials or its endpoint. A request does: the one that finds the
//! table's stream is sent anyway, and an interceptor looks at it.

use std::sync::{Arc, Mutex, PoisonError};

use aws_credential_types::Credentials;
use aws_credential_types::provider::error::CredentialsError;
use aws_credential_types::provider::{ProvideCredentials, SharedCredentialsProvider, future};
use aws_sdk_dynamodb::config::{ConfigBag, Intercept};
use aws_sdk_dynamodb::error::BoxError;
use aws_sdk_dynamodb::types::TableDescription;
use aws_sdk_dynamodbstreams::Client;
use aws_sdk_dynamodbstreams::config::{BehaviorVersion, Builder};
use aws_smithy_runtime_api::client::identity::{
    ResolveCachedIdentity, SharedIdentityCache, SharedIdentityResolver,
};
use aws_smithy_runtime_api::client::interceptors::context::BeforeTransmitInterceptorContextRef;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_types::endpoint_config::EndpointUrl;
use aws_types::endpoint_config::{UseDualStack, UseFips};

use crate::db::Db;
use crate::error::Error;
use crate::wire;

/// The hosts of AWS, where streams have endpoints of their own.
const AWS_HOSTS: [&str; 4] = [
    ".amazonaws.com",
    ".amazonaws.com.cn",
    ".api.aws",
    ".api.amazonwebservices.com.cn",
];

/// Describes a table, and learns how the client sends its requests.
pub(super) async fn describe(db: &Db, table: &str) -> Result<(TableDescription, Learner), Error> {
    let learner = Learner::default();
    let request = db.client().describe_table().table_name(table);
    let request = request.customize().interceptor(learner.clone());
    let failed = |error| Error::from_sdk("DescribeTable", table, error);
    let answer = request.send().await.map_err(failed)?;
    let described = answer.table.ok_or_else(|| Error::Table {
        table: table.to_owned(),
        reason: "DynamoDB did not describe it".to_owned(),
    })?;
    Ok((described, learner))
}

/// Looks at a request on its way.
#[derive(Debug, Default, Clone)]
pub(super) struct Learner(Arc<Mutex<Option<ClientParts>>>);

/// The parts of a client that only its requests show.
#[derive(Debug, Clone)]
struct ClientParts {
    components: RuntimeComponents,
    identities: Option<SameIdentity>,
    endpoint: Option<String>,
    fips: Option<bool>,
    dual_stack: Option<bool>,
    has_default_endpoints: bool,
}

impl Intercept for Learner {
    fn name(&self) -> &'static str {
        "StreamsClient"
    }

    fn read_before_transmit(
        &self,
        _context: &BeforeTransmitInterceptorContextRef<'_>,
        components: &RuntimeComponents,
        config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let identities = wire::identity_resolver(components).map(|resolver| SameIdentity {
            resolver,
            cache: components.identity_cache(),
            components: components.clone(),
        });
        let learned = ClientParts {
            components: components.clone(),
            identities,
            endpoint: config.load::<EndpointUrl>().map(|url| url.0.clone()),
            fips: config.load::<UseFips>().map(|fips| fips.0),
            dual_stack: config.load::<UseDualStack>().map(|dual| dual.0),
            has_default_endpoints: wire::has_default_endpoints(components),
        };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(learned);
        Ok(())
    }
}

impl Learner {
    /// Makes a client of streams that sends like the client of the `Db`.
    pub(super) fn client(&self, db: &Db) -> Result<Client, Error> {
        let learned = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let refused = |reason: &str| {
            let advice = "pass a client of DynamoDB Streams with `with_client`";
            Error::Stream {
                reason: format!("{reason}; {advice}"),
            }
        };
        let learned = learned.as_ref();
        let learned = learned.ok_or_else(|| refused("the client sent no request to learn from"))?;
        if !learned.has_default_endpoints {
            return Err(refused("the client has an endpoint resolver of its own"));
        }
        let config = db.client().config();
        if wire::signs_itself(config) {
            return Err(refused(
                "the client has an authentication scheme of its own",
            ));
        }
        let identities = learned.identities.clone();
        let identities = identities.ok_or_else(|| refused("the client does not sign by SigV4"))?;
        let mut builder = like(config)
            .credentials_provider(SharedCredentialsProvider::new(identities))
            .use_fips(learned.fips.unwrap_or_default())
            .use_dual_stack(learned.dual_stack.unwrap_or_default());
        if let Some(http) = learned.components.http_client() {
            builder.set_http_client(Some(http));
        }
        builder.set_endpoint_url(learned.endpoint.clone().filter(|url| !is_aws(url)));
        Ok(Client::from_conf(builder.build()))
    }
}

/// The configuration that a client shows. Setting nothing would remove a default of the SDK.
fn like(config: &aws_sdk_dynamodb::Config) -> Builder {
    let mut builder = Builder::new().behavior_version(BehaviorVersion::latest());
    builder.set_region(config.region().cloned());
    if let Some(retries) = config.retry_config() {
        builder.set_retry_config(Some(retries.clone()));
    }
    if let Some(partition) = config.retry_partition() {
        builder.set_retry_partition(Some(partition.clone()));
    }
    if let Some(timeouts) = config.timeout_config() {
        builder.set_timeout_config(Some(timeouts.clone()));
    }
    if let Some(sleep) = config.sleep_impl() {
        builder.set_sleep_impl(Some(sleep));
    }
    if let Some(time) = config.time_source() {
        builder.set_time_source(Some(time));
    }
    if let Some(app) = config.app_name() {
        builder.set_app_name(Some(app.clone()));
    }
    if let Some(protection) = config.stalled_stream_protection() {
        builder.set_stalled_stream_protection(Some(protection.clone()));
    }
    builder.set_retry_classifiers(config.retry_classifiers());
    builder.set_interceptors(wire::interceptors_of_others(config));
    builder
}

/// Whether an endpoint is one of AWS, where another host serves streams.
fn is_aws(url: &str) -> bool {
    let host = url.split_once("://").map_or(url, |(_, host)| host);
    let host = host.split(['/', ':']).next().unwrap_or_default();
    AWS_HOSTS.iter().any(|aws| host.ends_with(aws))
}

/// The credentials of another client, from its own cache.
#[derive(Debug, Clone)]
struct SameIdentity {
    resolver: SharedIdentityResolver,
    cache: SharedIdentityCache,
    components: RuntimeComponents,
}

impl ProvideCredentials for SameIdentity {
    fn provide_credentials<'a>(&'a self) -> future::ProvideCredentials<'a>
    where
        Self: 'a,
    {
        future::ProvideCredentials::new(async move {
            let bag = ConfigBag::base();
            let (resolver, components) = (self.resolver.clone(), &self.components);
            let identity = self
                .cache
                .resolve_cached_identity(resolver, components, &bag)
                .await
                .map_err(CredentialsError::provider_error)?;
            let credentials = identity.data::<Credentials>().cloned();
            credentials.ok_or_else(|| CredentialsError::not_loaded("the client has no credentials"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::is_aws;

    #[test]
    fn endpoints_of_aws_are_told_from_others() {
        for url in [
            "https://dynamodb.eu-west-1.amazonaws.com",
            "https://123456789012.ddb.eu-west-1.amazonaws.com/",
            "https://vpce-1.dynamodb.eu-west-1.vpce.amazonaws.com:443",
            "https://dynamodb.eu-west-1.api.aws",
        ] {
            assert!(is_aws(url), "{url}");
        }
        for url in [
            "http://localhost:8000",
            "https://amazonaws.com.example.org",
            "https://example.org/.amazonaws.com",
        ] {
            assert!(!is_aws(url), "{url}");
        }
    }
}
