//! The direct way: the first attempt of a request, written, signed and sent by us, with what was
//! learned from a request that the SDK itself sent.
//!
//! This is the only file that looks into the SDK's machinery. It uses the client's own connector,
//! credentials, endpoint and clock. A request whose first attempt does not end in a good answer is
//! the SDK's: see `replay`.

use std::pin::pin;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use aws_credential_types::Credentials;
use aws_sdk_dynamodb::config::endpoint::{DefaultResolver, ResolveEndpoint};
use aws_sdk_dynamodb::config::retry::{RetryConfig, RetryMode, TokenBucket};
use aws_sdk_dynamodb::config::timeout::TimeoutConfig;
use aws_sdk_dynamodb::config::{ConfigBag, HttpClient, StalledStreamProtectionConfig};
use aws_smithy_runtime_api::client::auth::{AuthScheme, AuthSchemeId};
use aws_smithy_runtime_api::client::connection::CaptureSmithyConnection;
use aws_smithy_runtime_api::client::endpoint::SharedEndpointResolver;
use aws_smithy_runtime_api::client::http::{
    HttpConnector, HttpConnectorSettings, SharedHttpClient, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::identity::{
    Identity, ResolveCachedIdentity, SharedIdentityCache, SharedIdentityResolver,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::byte_stream::ByteStream;
use bytes::{Bytes, BytesMut};
use tracing::Level;

use super::sign::{CONTENT_TYPE, Day, Signed, Stamp, moved};
use super::stall::Stall;
use crate::codec::is_whole_json;

const SIGV4: AuthSchemeId = AuthSchemeId::new("sigv4");
/// How long what was learned is good for.
const FRESH: Duration = Duration::from_mins(1);
/// The target of the SDK's own spans.
const ORCHESTRATOR: &str = "aws_smithy_runtime::client::orchestrator";

/// How an attempt ended, as the SDK's own connector would say it.
pub(super) type Outcome = Result<HttpResponse, ConnectorError>;

/// What became of an attempt.
#[allow(clippy::large_enum_variant, reason = "it is moved once")]
pub(super) enum Attempt {
    /// A good answer.
    Answered(Bytes),
    /// Something for the SDK to deal with, by the means that were learned.
    Failed(Outcome, Arc<Learned>),
    /// Nothing was sent; the SDK is to send the request.
    NotSent,
}

/// Keeps what was learned, for all clones of a `Db`.
#[derive(Default)]
pub(super) struct Lessons {
    latest: RwLock<Option<Lesson>>,
}

#[derive(Clone)]
enum Lesson {
    Learned(Arc<Learned>),
    /// Why a request taught nothing, and when that was.
    Refused(&'static str, SystemTime),
}

/// What a request of the SDK told.
pub(super) struct Learned {
    components: RuntimeComponents,
    connector: SharedHttpConnector,
    resolver: SharedIdentityResolver,
    cache: SharedIdentityCache,
    bag: ConfigBag,
    host: String,
    agent: String,
    region: String,
    /// The account the endpoint is of, if it names one.
    account: Option<String>,
    /// Seconds that the SDK's signatures are ahead of our clock.
    skew: i64,
    bucket: Option<TokenBucket>,
    /// How long a response may stall.
    grace: Option<Duration>,
    /// A request without a body, with the headers that stay.
    template: HttpRequest,
    day: RwLock<Option<Arc<Day>>>,
    at: SystemTime,
}

impl Lessons {
    /// Whether a request of the SDK has something new to tell.
    pub(super) fn is_due(&self, now: SystemTime) -> bool {
        match &*self.latest.read().unwrap_or_else(PoisonError::into_inner) {
            None => true,
            Some(Lesson::Learned(learned)) => !is_fresh(learned.at, now),
            Some(Lesson::Refused(_, at)) => !is_fresh(*at, now),
        }
    }

    /// Learns from a request that the SDK is about to send.
    pub(super) fn learn(
        &self,
        request: &HttpRequest,
        components: &RuntimeComponents,
        config: &ConfigBag,
    ) {
        let now = time(components);
        if !self.is_due(now) {
            return;
        }
        let lesson = match Learned::from(request, components, config, now) {
            Ok(learned) => Lesson::Learned(Arc::new(learned)),
            Err(reason) => Lesson::Refused(reason, now),
        };
        *self.latest.write().unwrap_or_else(PoisonError::into_inner) = Some(lesson);
    }

    /// Forgets what was learned: an attempt failed, and the next request of the SDK tells anew.
    fn forget(&self) {
        *self.latest.write().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// What was learned, or why nothing was.
    fn latest(&self) -> Result<Arc<Learned>, &'static str> {
        let latest = self.latest.read().unwrap_or_else(PoisonError::into_inner);
        match &*latest {
            Some(Lesson::Learned(learned)) => Ok(Arc::clone(learned)),
            Some(Lesson::Refused(reason, _)) => Err(reason),
            None => Err("the SDK has sent no request yet that tells how"),
        }
    }

    /// Why the next request is not sent directly; `None` if it is.
    pub(super) fn reason(&self) -> Option<&'static str> {
        match self.latest() {
            Ok(learned) => learned.reason(),
            Err(reason) => Some(reason),
        }
    }

    /// Sends the first attempt of a request.
    pub(super) async fn attempt(&self, target: &'static str, body: Bytes) -> Attempt {
        let Ok(learned) = self.latest() else {
            return Attempt::NotSent;
        };
        if learned.reason().is_some() {
            return Attempt::NotSent;
        }
        let Some(mut request) = learned.request(target, body).await else {
            return Attempt::NotSent;
        };
        let connection = CaptureSmithyConnection::new();
        request.add_extension(connection.clone());
        let outcome = match learned.send(request).await {
            Ok(body) => return Attempt::Answered(body),
            Err(outcome) => outcome,
        };
        self.forget();
        // As the SDK does: the next request gets a connection of its own.
        if is_poisonous(&outcome)
            && let Some(connection) = connection.get()
        {
            connection.poison();
        }
        Attempt::Failed(outcome, learned)
    }
}

impl Learned {
    /// The HTTP client and the identity cache that the SDK used.
    pub(super) fn means(&self) -> Option<(SharedHttpClient, SharedIdentityCache)> {
        Some((self.components.http_client()?, self.cache.clone()))
    }

    /// Takes from a request what is needed to send others like it, or says why that cannot be done.
    fn from(
        request: &HttpRequest,
        components: &RuntimeComponents,
        config: &ConfigBag,
        now: SystemTime,
    ) -> Result<Self, &'static str> {
        let retries = config.load::<RetryConfig>().map(RetryConfig::mode);
        if retries == Some(RetryMode::Adaptive) {
            return Err("the client has adaptive retries");
        }
        let timeouts = config.load::<TimeoutConfig>().cloned();
        let timeouts = timeouts.unwrap_or_else(TimeoutConfig::disabled);
        if timeouts.operation_timeout().is_some() || timeouts.operation_attempt_timeout().is_some()
        {
            return Err("the client has a time-out for operations or attempts");
        }
        if !is_default(&components.endpoint_resolver()) {
            return Err("the client has an endpoint resolver of its own");
        }
        let Some(http) = components.http_client() else {
            return Err("the client has no HTTP client");
        };
        let mut settings = HttpConnectorSettings::builder();
        settings.set_connect_timeout(timeouts.connect_timeout());
        settings.set_read_timeout(timeouts.read_timeout());
        let unknown = "the SDK's requests are not of the form that is known here";
        let resolver = components
            .auth_scheme(SIGV4)
            .and_then(|scheme| scheme.identity_resolver(components));
        let seen = Seen::of(request, now).ok_or(unknown)?;
        let stalls = config.load::<StalledStreamProtectionConfig>();
        let stalls = stalls.filter(|stalls| stalls.download_enabled());
        Ok(Self {
            connector: http.http_connector(&settings.build(), components),
            resolver: resolver.ok_or(unknown)?,
            cache: components.identity_cache(),
            bag: ConfigBag::base(),
            account: account_of(&seen.host),
            host: seen.host,
            agent: seen.agent,
            region: seen.region,
            skew: seen.skew,
            bucket: config.load::<TokenBucket>().cloned(),
            grace: stalls.map(StalledStreamProtectionConfig::grace_period),
            template: seen.template,
            day: RwLock::new(None),
            at: now,
            components: components.clone(),
        })
    }

    /// Why the next request is not to be sent directly.
    fn reason(&self) -> Option<&'static str> {
        if !is_fresh(self.at, time(&self.components)) {
            return Some("what was learned of the client is a minute old and is learned anew");
        }
        // While it is not full, the SDK's own successes fill it.
        if self.bucket.as_ref().is_some_and(|bucket| !bucket.is_full()) {
            return Some("requests failed lately, and the SDK's retry budget is refilled");
        }
        if tracing::enabled!(target: ORCHESTRATOR, Level::DEBUG) {
            return Some("someone listens to the SDK's own spans");
        }
        None
    }

    async fn identity(&self) -> Option<Identity> {
        self.cache
            .resolve_cached_identity(self.resolver.clone(), &self.components, &self.bag)
            .await
            .ok()
    }

    /// The request, signed.
    async fn request(&self, target: &'static str, body: Bytes) -> Option<HttpRequest> {
        let identity = self.identity().await?;
        let account = identity.data::<Credentials>()?.account_id();
        if let Some(own) = &self.account
            && account.is_some_and(|account| account.as_str() != own)
        {
            return None;
        }
        let now = moved(time(&self.components), self.skew);
        let stamp = Stamp::at(now);
        let day = self.day(&identity, stamp, now)?;
        let signed = Signed {
            host: &self.host,
            target,
            agent: &self.agent,
            body: &body,
        };
        let authorization = day.authorization(stamp, &signed);
        let mut request = self.template.try_clone()?;
        let headers = request.headers_mut();
        headers.insert("x-amz-target", target);
        headers.insert(
            "content-length",
            itoa::Buffer::new().format(body.len()).to_owned(),
        );
        headers.insert("amz-sdk-invocation-id", super::replay::invocation_id());
        headers.insert("x-amz-date", stamp.as_str().to_owned());
        if let Some(token) = day.token() {
            headers.insert("x-amz-security-token", token.to_owned());
        }
        headers.insert("authorization", authorization);
        if let Some(trace) = lambda_trace() {
            headers.insert("x-amzn-trace-id", trace);
        }
        *request.body_mut() = SdkBody::from(body);
        Some(request)
    }

    fn day(&self, identity: &Identity, stamp: Stamp, now: SystemTime) -> Option<Arc<Day>> {
        let is_of = |day: &&Arc<Day>| day.is_of(identity, &self.region, stamp);
        let kept = self.day.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(day) = kept.as_ref().filter(is_of) {
            return Some(Arc::clone(day));
        }
        drop(kept);
        let day = Arc::new(Day::new(identity, &self.region, stamp, now)?);
        *self.day.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&day));
        Some(day)
    }

    /// Sends a request; anything but a good answer is an outcome for the SDK.
    async fn send(&self, request: HttpRequest) -> Result<Bytes, Outcome> {
        let mut response = self.connector.call(request).await.map_err(Err)?;
        if response.status().as_u16() != 200 {
            return Err(Ok(response));
        }
        let body = std::mem::replace(response.body_mut(), SdkBody::taken());
        let body = self.collected(body).await.map_err(Err)?;
        if is_intact(response.headers().get("x-amz-crc32"), &body) {
            return Ok(body);
        }
        Err(Err(ConnectorError::io(DAMAGED.into())))
    }

    /// The whole body; one that stalls is an error, as it is to the SDK.
    async fn collected(&self, body: SdkBody) -> Result<Bytes, ConnectorError> {
        let mut stream = ByteStream::new(body);
        let mut whole = Bytes::new();
        let mut more = BytesMut::new();
        loop {
            let next = pin!(stream.next());
            match Stall::new(self.components.sleep_impl(), self.grace, next).await {
                Ok(None) => break,
                Ok(Some(Ok(part))) if whole.is_empty() && more.is_empty() => whole = part,
                Ok(Some(Ok(part))) => {
                    if more.is_empty() {
                        more.extend_from_slice(&std::mem::take(&mut whole));
                    }
                    more.extend_from_slice(&part);
                }
                Ok(Some(Err(error))) => return Err(ConnectorError::io(error.into())),
                Err(stalled) => return Err(ConnectorError::timeout(stalled.into())),
            }
        }
        Ok(if more.is_empty() {
            whole
        } else {
            more.freeze()
        })
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
    /// `None` if the request does anything that is not done here.
    fn of(request: &HttpRequest, now: SystemTime) -> Option<Self> {
        let uri = request.uri();
        let (_, host) = uri.split_once("://")?;
        let host = host.strip_suffix('/').unwrap_or(host);
        (!host.contains(['/', '?', '@'])).then_some(())?;
        let given = request.headers();
        // A retry's headers say that it is one.
        given.get("amz-sdk-request")?.strip_prefix("attempt=1")?;
        let scope = given.get("authorization")?.split_once("Credential=")?.1;
        let stamp = Stamp::parse(given.get("x-amz-date")?)?;
        let ahead = stamp.ahead_of(&Stamp::at(now));
        let mut template = HttpRequest::empty();
        template.set_method("POST").ok()?;
        template.set_uri(uri).ok()?;
        let headers = template.headers_mut();
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
                // A header that we do not know is not left out.
                _ => return None,
            }
        }
        Some(Self {
            host: host.to_owned(),
            agent: given.get("x-amz-user-agent")?.to_owned(),
            region: scope.split('/').nth(2)?.to_owned(),
            // To the second; a difference of one is the time that passed.
            skew: if ahead.abs() > 1 { ahead } else { 0 },
            template,
        })
    }
}

/// Whether endpoints are found as the SDK does by itself. Resolvers cannot be compared; what they
/// call themselves can.
fn is_default(resolver: &SharedEndpointResolver) -> bool {
    static DEFAULT: OnceLock<String> = OnceLock::new();
    let named = |resolver: &SharedEndpointResolver| {
        let mut text = format!("{resolver:?}");
        // What it remembers follows.
        text.truncate(text.find('{').unwrap_or(text.len()));
        text
    };
    let default = || named(&DefaultResolver::new().into_shared_resolver());
    named(resolver) == *DEFAULT.get_or_init(default)
}

/// The account in an endpoint such as `123456789012.ddb.eu-central-1.amazonaws.com`.
fn account_of(host: &str) -> Option<String> {
    let (account, rest) = host.split_once('.')?;
    let is_account = account.len() == 12 && account.bytes().all(|byte| byte.is_ascii_digit());
    (is_account && rest.starts_with("ddb.")).then(|| account.to_owned())
}

/// What is said of a body that does not have the checksum it was sent with.
pub(super) const DAMAGED: &str = "the response was damaged on its way";

/// Whether a body is what was sent, by its checksum; without one, whether it is whole.
pub(super) fn is_intact(sum: Option<&str>, body: &[u8]) -> bool {
    match sum.and_then(|sum| sum.parse::<u32>().ok()) {
        Some(sum) => sum == crc32fast::hash(body),
        None => is_whole_json(body),
    }
}

/// Whether the SDK would not use the connection of such an attempt again.
fn is_poisonous(outcome: &Outcome) -> bool {
    match outcome {
        Ok(response) => matches!(response.status().as_u16(), 500 | 502..=504),
        Err(_) => true,
    }
}

fn is_fresh(at: SystemTime, now: SystemTime) -> bool {
    now.duration_since(at).is_ok_and(|age| age < FRESH)
}

fn time(components: &RuntimeComponents) -> SystemTime {
    components
        .time_source()
        .map_or_else(SystemTime::now, |source| source.now())
}

/// The trace that a Lambda function is called in.
fn lambda_trace() -> Option<String> {
    static IN_LAMBDA: OnceLock<bool> = OnceLock::new();
    let in_lambda =
        IN_LAMBDA.get_or_init(|| std::env::var_os("AWS_LAMBDA_FUNCTION_NAME").is_some());
    if !in_lambda {
        return None;
    }
    std::env::var("_X_AMZN_TRACE_ID").ok()
}
