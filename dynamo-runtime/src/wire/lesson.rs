//! Learning from a request that the SDK itself sent how to send others.
//!
//! This is the only file that looks into the SDK's machinery. Nothing is learned from a request
//! that does anything unknown here.

use std::fmt;
use std::sync::{OnceLock, RwLock};
use std::time::{Duration, SystemTime};

use aws_sdk_dynamodb::config::endpoint::{DefaultResolver, ResolveEndpoint};
use aws_sdk_dynamodb::config::retry::{ReconnectMode, RetryConfig, RetryMode, TokenBucket};
use aws_sdk_dynamodb::config::timeout::TimeoutConfig;
use aws_sdk_dynamodb::config::{
    ConfigBag, HttpClient, IdentityCache, StalledStreamProtectionConfig,
};
use aws_smithy_runtime_api::client::auth::{AuthScheme, AuthSchemeId};
use aws_smithy_runtime_api::client::endpoint::SharedEndpointResolver;
use aws_smithy_runtime_api::client::http::{
    HttpConnectorSettings, SharedHttpClient, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::identity::{SharedIdentityCache, SharedIdentityResolver};
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use tracing::Level;

use super::frame::Frames;
use super::sign::{CONTENT_TYPE, Stamp};

const SIGV4: AuthSchemeId = AuthSchemeId::new("sigv4");
/// How long a lesson is valid.
const FRESH: Duration = Duration::from_mins(1);
/// The target of the SDK's own spans.
const ORCHESTRATOR: &str = "aws_smithy_runtime::client::orchestrator";

/// The lesson from a request of the SDK.
pub(super) struct Learned {
    pub(super) components: RuntimeComponents,
    pub(super) connector: SharedHttpConnector,
    pub(super) resolver: SharedIdentityResolver,
    pub(super) cache: SharedIdentityCache,
    pub(super) bag: ConfigBag,
    pub(super) host: String,
    pub(super) agent: String,
    pub(super) region: String,
    /// The account of the endpoint, if it names one.
    pub(super) account: Option<String>,
    /// How many seconds the SDK's signatures are ahead of our clock.
    pub(super) skew: i64,
    pub(super) bucket: Option<TokenBucket>,
    /// Whether a connection is dropped after a failure.
    pub(super) reconnects: bool,
    /// How long a response may stall.
    pub(super) grace: Option<Duration>,
    /// A request without a body, with the headers that stay the same.
    pub(super) template: HttpRequest,
    /// Whether the cache keeps an identity until it expires.
    pub(super) keeps_identities: bool,
    /// The frames of the latest second.
    pub(super) latest: RwLock<Option<Frames>>,
    pub(super) at: SystemTime,
}

impl Learned {
    /// The HTTP client and the identity cache that the SDK used.
    pub(super) fn means(&self) -> Option<(SharedHttpClient, SharedIdentityCache)> {
        Some((self.components.http_client()?, self.cache.clone()))
    }

    /// Extracts everything needed to send requests like this one, or says why that is not possible.
    pub(super) fn from(
        request: &HttpRequest,
        components: &RuntimeComponents,
        config: &ConfigBag,
        now: SystemTime,
    ) -> Result<Self, &'static str> {
        let retries = config.load::<RetryConfig>();
        if retries.is_some_and(|retries| retries.mode() == RetryMode::Adaptive) {
            return Err("the client has adaptive retries");
        }
        let timeouts = config.load::<TimeoutConfig>().cloned();
        let timeouts = timeouts.unwrap_or_else(TimeoutConfig::disabled);
        if timeouts.operation_timeout().is_some() || timeouts.operation_attempt_timeout().is_some()
        {
            return Err("the client has a time-out for operations or attempts");
        }
        if !has_default_endpoints(components) {
            return Err("the client has an endpoint resolver of its own");
        }
        let Some(http) = components.http_client() else {
            return Err("the client has no HTTP client");
        };
        let mut settings = HttpConnectorSettings::builder();
        settings.set_connect_timeout(timeouts.connect_timeout());
        settings.set_read_timeout(timeouts.read_timeout());
        let unknown = "the SDK's requests are not of the form that is known here";
        let resolver = identity_resolver(components);
        let seen = Seen::of(request, now).ok_or(unknown)?;
        let stalls = config.load::<StalledStreamProtectionConfig>();
        let stalls = stalls.filter(|stalls| stalls.download_enabled());
        let cache = components.identity_cache();
        Ok(Self {
            connector: http.http_connector(&settings.build(), components),
            resolver: resolver.ok_or(unknown)?,
            keeps_identities: keeps_identities(&cache),
            cache,
            bag: ConfigBag::base(),
            account: account_of(&seen.host),
            host: seen.host,
            agent: seen.agent,
            region: seen.region,
            skew: seen.skew,
            bucket: config.load::<TokenBucket>().cloned(),
            reconnects: retries.is_none_or(|retries| {
                retries.reconnect_mode() == ReconnectMode::ReconnectOnTransientError
            }),
            grace: stalls.map(StalledStreamProtectionConfig::grace_period),
            template: seen.template,
            latest: RwLock::new(None),
            at: now,
            components: components.clone(),
        })
    }

    /// Why the next request cannot be sent directly.
    pub(super) fn reason(&self, now: SystemTime) -> Option<&'static str> {
        if !is_fresh(self.at, now) {
            return Some(
                "the settings learned from the client are a minute old and are being refreshed",
            );
        }
        // Until it is full, the SDK's own successes refill it.
        if self.bucket.as_ref().is_some_and(|bucket| !bucket.is_full()) {
            return Some(
                "requests failed recently; the SDK sends until its retry budget is full again",
            );
        }
        if tracing::enabled!(target: ORCHESTRATOR, Level::DEBUG) {
            return Some("someone listens to the SDK's own spans");
        }
        None
    }
}

/// The parts of a request that the SDK made.
struct Seen {
    host: String,
    agent: String,
    region: String,
    skew: i64,
    template: HttpRequest,
}

impl Seen {
    /// Returns `None` if the request does anything that we do not.
    fn of(request: &HttpRequest, now: SystemTime) -> Option<Self> {
        let uri = request.uri();
        let given = request.headers();
        // The headers of a retry say so.
        given.get("amz-sdk-request")?.strip_prefix("attempt=1")?;
        let mut template = HttpRequest::empty();
        template.set_method("POST").ok()?;
        template.set_uri(uri).ok()?;
        let headers = template.headers_mut();
        // Each request has its own of these: a copy has room for them.
        for name in [
            "amz-sdk-invocation-id",
            "authorization",
            "content-length",
            "x-amz-date",
            "x-amz-target",
        ] {
            headers.insert(name, "");
        }
        for (name, value) in given {
            match name {
                "user-agent" => drop(headers.insert("user-agent", value.to_owned())),
                "x-amz-user-agent" => drop(headers.insert("x-amz-user-agent", value.to_owned())),
                "amz-sdk-request" => drop(headers.insert("amz-sdk-request", value.to_owned())),
                "content-type" if value == CONTENT_TYPE => {
                    headers.insert("content-type", CONTENT_TYPE);
                }
                "amz-sdk-invocation-id"
                | "authorization"
                | "content-length"
                | "x-amz-date"
                | "x-amz-security-token"
                | "x-amz-target"
                | "x-amzn-trace-id"
                | "host" => {}
                // An unknown header must not be left out.
                _ => return None,
            }
        }
        Some(Self {
            host: host_of(uri)?.to_owned(),
            agent: given.get("x-amz-user-agent")?.to_owned(),
            region: region_of(request)?.to_owned(),
            skew: skew_of(request, now)?,
            template,
        })
    }
}

/// The host of an endpoint without a path, without the default port of its scheme: neither the
/// SDK's signer nor its HTTP client names that.
pub(super) fn host_of(uri: &str) -> Option<&str> {
    let (scheme, host) = uri.split_once("://")?;
    let host = host.strip_suffix('/').unwrap_or(host);
    let implied = if scheme == "http" { ":80" } else { ":443" };
    let host = host.strip_suffix(implied).unwrap_or(host);
    (!host.contains(['/', '?', '@'])).then_some(host)
}

/// The region that a request was signed for.
pub(super) fn region_of(request: &HttpRequest) -> Option<&str> {
    let signature = request.headers().get("authorization")?;
    let (_, scope) = signature.split_once("Credential=")?;
    scope.split('/').nth(2)
}

/// How many seconds a request was signed ahead of our clock.
pub(super) fn skew_of(request: &HttpRequest, now: SystemTime) -> Option<i64> {
    let stamp = Stamp::parse(request.headers().get("x-amz-date")?)?;
    let ahead = stamp.ahead_of(&Stamp::at(now));
    // A difference of one second is the time that passed.
    Some(if ahead.abs() > 1 { ahead } else { 0 })
}

/// The source of a client's credentials.
pub(crate) fn identity_resolver(components: &RuntimeComponents) -> Option<SharedIdentityResolver> {
    let scheme = components.auth_scheme(SIGV4)?;
    scheme.identity_resolver(components)
}

/// Whether a client resolves endpoints by the SDK's default.
pub(crate) fn has_default_endpoints(components: &RuntimeComponents) -> bool {
    is_default(&components.endpoint_resolver())
}

/// Whether endpoints are resolved by the SDK's default.
fn is_default(resolver: &SharedEndpointResolver) -> bool {
    static DEFAULT: OnceLock<String> = OnceLock::new();
    let default = || type_name(&DefaultResolver::new().into_shared_resolver());
    type_name(resolver) == *DEFAULT.get_or_init(default)
}

/// Whether a cache is the SDK's default, which keeps an identity until it expires.
pub(super) fn keeps_identities(cache: &SharedIdentityCache) -> bool {
    static DEFAULT: OnceLock<String> = OnceLock::new();
    let default = || type_name(&IdentityCache::lazy().build());
    type_name(cache) == *DEFAULT.get_or_init(default)
}

/// The type of one of the SDK's parts. They cannot be compared, but their names can.
fn type_name(part: &impl fmt::Debug) -> String {
    let mut text = format!("{part:?}");
    // Its state follows.
    text.truncate(text.find('{').unwrap_or(text.len()));
    text
}

/// The account in an endpoint such as `123456789012.ddb.eu-central-1.amazonaws.com`.
fn account_of(host: &str) -> Option<String> {
    let (account, rest) = host.split_once('.')?;
    let is_account = account.len() == 12 && account.bytes().all(|byte| byte.is_ascii_digit());
    (is_account && rest.starts_with("ddb.")).then(|| account.to_owned())
}

pub(super) fn is_fresh(at: SystemTime, now: SystemTime) -> bool {
    now.duration_since(at).is_ok_and(|age| age < FRESH)
}

pub(super) fn time(components: &RuntimeComponents) -> SystemTime {
    components
        .time_source()
        .map_or_else(SystemTime::now, |source| source.now())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use aws_sdk_dynamodb::config::IdentityCache;

    use super::keeps_identities;

    #[test]
    fn the_sdks_caches_are_told_apart_by_name() {
        let longer = IdentityCache::lazy().load_timeout(Duration::from_secs(9));
        assert!(keeps_identities(&longer.build()));
        assert!(!keeps_identities(&IdentityCache::no_cache()));
    }
}
