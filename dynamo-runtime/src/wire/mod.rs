//! How a request travels: prepared as plain data, sent, answered with a body.
//!
//! A request goes one of two ways, and operations need not know which. The direct way writes, signs
//! and sends the first attempt itself; the SDK's way leaves all of that to the SDK's client. A
//! direct attempt that does not succeed continues as the SDK's own. Either way a successful
//! response is the body as DynamoDB wrote it, and is read in one place.

pub(crate) mod answer;
mod body;
mod call;
mod direct;
mod exchange;
mod frame;
mod kept;
mod lesson;
mod observed;
mod rendered;
mod replay;
mod request;
mod sdk;
mod sign;
pub(crate) mod span;
mod stall;
mod tally;
#[cfg(test)]
mod tests;
mod trail;
pub(crate) mod typed;

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::pin::Pin;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::{RetryConfig, RetryMode};
use aws_sdk_dynamodb::config::{Config, Intercept, SharedHttpClient, SharedInterceptor};
use bytes::Bytes;

pub(crate) use self::call::{BatchEntry, BatchGetCall, BatchWriteCall, Call, Owner};
pub(crate) use self::direct::Damaged;
#[cfg(feature = "streams")]
pub(crate) use self::lesson::{has_default_endpoints, identity_resolver};
pub(crate) use self::request::{
    ApiOperation, Attributes, KeyAttributes, Origin, Request, Returns, key_attributes,
};
pub(crate) use self::sdk::{Refused, unsendable};

use self::direct::{Attempt, Lessons};
use self::exchange::{Leads, WireInterceptor};
use self::kept::KeptScheme;
use self::lesson::Learned;
use self::replay::{Replay, Replaying};
use self::sdk::Ask;
use self::trail::Trail;
use crate::codec::DecodeError;
use crate::db::Db;
use crate::error::{Error, OTHER_FAILURE};

/// How a [`Db`] sends its requests, as returned by `db.transport()`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Transport {
    /// The library writes, signs and sends the first attempt itself, through the client's own
    /// connections, credentials and endpoint. The SDK handles retries and errors.
    Direct,
    /// The SDK's client sends every request.
    Sdk {
        /// Why the direct way is not used.
        reason: &'static str,
    },
}

impl fmt::Display for Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Direct => f.write_str("direct"),
            Self::Sdk { reason } => write!(f, "through the SDK: {reason}"),
        }
    }
}

/// A client, and what was learned about how it sends.
pub(crate) struct Wire {
    client: Client,
    /// Why requests never go the direct way.
    barred: Option<&'static str>,
    /// Whether the caller's own interceptors take part in every request.
    observed: bool,
    lessons: LessonsByOwner,
    /// The client that continues after a failed attempt.
    replaying: OnceLock<Client>,
}

impl Wire {
    pub(crate) fn new(client: &Client) -> Self {
        let config = client.config();
        let others: Vec<_> = interceptors_of_others(config).collect();
        let observed = !others.is_empty();
        let barred = barred(config, observed);
        let mut own = config.to_builder();
        own.set_interceptors(others);
        if !observed {
            // For a permanent one the SDK does not check at each hook whether it is disabled.
            own.push_interceptor(SharedInterceptor::permanent(WireInterceptor));
            if !signs_itself(config) && config.auth_schemes().next().is_none() {
                own = own.push_auth_scheme(KeptScheme::default());
            }
        }
        Self {
            client: Client::from_conf(own.build()),
            barred,
            observed,
            lessons: LessonsByOwner::default(),
            replaying: OnceLock::new(),
        }
    }

    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    /// The same client, but it never uses the direct way.
    pub(crate) fn through_the_sdk(&self) -> Self {
        let reason = "`Db::through_the_sdk` was called";
        Self {
            barred: Some(self.barred.unwrap_or(reason)),
            ..Self::new(&self.client)
        }
    }

    pub(crate) fn transport(&self) -> Transport {
        match self.barred.or_else(|| self.lessons.reason()) {
            Some(reason) => Transport::Sdk { reason },
            None => Transport::Direct,
        }
    }

    /// Sends a call. With a trail, its attempts are noted there, and DynamoDB reports the capacity
    /// by index.
    async fn send(&self, call: Call<'_>, trail: Option<&Trail>) -> Result<Bytes, Refused> {
        let by_index = trail.is_some();
        let call = &call;
        if self.observed {
            let ask = Ask::Typed { by_index };
            return Box::pin(sdk::send(&self.client, call, ask)).await;
        }
        let body = call
            .body(by_index)
            .map_err(|error| Refused::Failed(unsendable(call, error)))?;
        let body = Bytes::from(body);
        let mut leads = Leads {
            trail: trail.cloned(),
            ..Leads::default()
        };
        let mut client = &self.client;
        if self.barred.is_none()
            && let Some(lessons) = self.lessons.of(call.owner())
        {
            match lessons.attempt(call.target(), body.clone()).await {
                Attempt::Answered(body) => return Ok(body),
                Attempt::NotSent => {}
                Attempt::Failed(outcome, learned) => {
                    if let Some(replaying) = self.replaying(&learned) {
                        client = replaying;
                        leads.replay = Some(Replay::of(*outcome));
                    }
                }
            }
            leads.lessons = Some(lessons);
        }
        Box::pin(sdk::send(client, call, Ask::Body(body, leads))).await
    }

    /// The client whose first attempt can be one that was already made.
    fn replaying(&self, learned: &Learned) -> Option<&Client> {
        let (http, identities) = learned.means()?;
        Some(self.replaying.get_or_init(|| {
            let mut config = self.client.config().to_builder();
            config.set_http_client(Some(SharedHttpClient::new(Replaying(http))));
            config.set_identity_cache(identities);
            Client::from_conf(config.build())
        }))
    }
}

/// The lessons by owner of the tables, since each owner may have its own endpoints.
#[derive(Default)]
struct LessonsByOwner {
    own: Arc<Lessons>,
    accounts: RwLock<HashMap<String, Arc<Lessons>>>,
}

impl LessonsByOwner {
    /// Returns `None` if the tables do not share one endpoint.
    fn of(&self, owner: Owner<'_>) -> Option<Arc<Lessons>> {
        let account = match owner {
            Owner::Own => return Some(Arc::clone(&self.own)),
            Owner::Account(account) => Cow::Borrowed(account),
            Owner::Searched(table) => Cow::Owned(format!("search {table}")),
            Owner::Several => return None,
        };
        let known = self.accounts.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(lessons) = known.get(&*account) {
            return Some(Arc::clone(lessons));
        }
        drop(known);
        let mut known = self
            .accounts
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        Some(Arc::clone(known.entry(account.into_owned()).or_default()))
    }

    /// Why the next request is not sent directly; `None` if it is.
    fn reason(&self) -> Option<&'static str> {
        let known = self.accounts.read().unwrap_or_else(PoisonError::into_inner);
        let reason = self.own.reason()?;
        let is_direct = |lessons: &Arc<Lessons>| lessons.reason().is_none();
        (!known.values().any(is_direct)).then_some(reason)
    }
}

/// Why a client's requests never go the direct way, judged by its configuration.
fn barred(config: &Config, observed: bool) -> Option<&'static str> {
    if observed {
        return Some("the client has interceptors of its own");
    }
    if config.retry_config().map(RetryConfig::mode) == Some(RetryMode::Adaptive) {
        return Some("the client has adaptive retries");
    }
    if signs_itself(config) {
        return Some("the client has an authentication scheme of its own");
    }
    if config.invocation_id_generator().is_some() {
        return Some("the client makes invocation ids of its own");
    }
    None
}

/// The interceptors of a client that are not ours.
pub(crate) fn interceptors_of_others(
    config: &Config,
) -> impl Iterator<Item = SharedInterceptor> + '_ {
    let is_own = |interceptor: &SharedInterceptor| interceptor.name() == WireInterceptor::NAME;
    config.interceptors().filter(move |one| !is_own(one))
}

/// Whether a client has its own way to sign, neither the SDK's nor ours.
pub(crate) fn signs_itself(config: &Config) -> bool {
    config.auth_schemes().any(|scheme| !KeptScheme::is(&scheme))
        || config.auth_scheme_resolver().is_some()
}

/// Sends a call and returns the body of its answer.
///
/// Boxed, so that operations stay small and need not be copied to memory of their own size.
pub(crate) fn send<'a>(
    db: &'a Db,
    call: Call<'a>,
) -> Pin<Box<dyn Future<Output = Result<Bytes, Refused>> + Send + 'a>> {
    let span = span::of(db, &call);
    if span.is_disabled() && db.observers().are_none() {
        return Box::pin(db.wire().send(call, None));
    }
    Box::pin(observed::send(db, call, span))
}

/// The error of an answer that is not in DynamoDB's form.
pub(crate) fn unreadable(call: &Call<'_>, error: DecodeError) -> Error {
    unsendable(call, error)
}

impl Refused {
    /// DynamoDB's error code; `None` if the request got no answer.
    fn code(&self) -> Option<&str> {
        match self {
            Self::Condition(_) => Some("ConditionalCheckFailedException"),
            Self::Cancelled(_) => Some("TransactionCanceledException"),
            Self::Failed(Error::Sdk(failure) | Error::Throttled(failure)) => {
                Some(failure.code()).filter(|code| !code.is_empty())
            }
            Self::Failed(_) => None,
        }
    }

    /// Whether a transaction was cancelled because a part of it was throttled.
    fn is_cancelled_by_throttling(&self) -> bool {
        let Self::Cancelled(cancelled) = self else {
            return false;
        };
        let mut codes = cancelled.cancellation_reasons().iter();
        codes.any(|reason| {
            matches!(
                reason.code(),
                Some("ThrottlingError" | "ProvisionedThroughputExceeded")
            )
        })
    }

    /// The kind of failure in one word: DynamoDB's error code, or why there was no answer.
    fn kind(&self) -> &str {
        match self {
            Self::Failed(Error::Sdk(failure) | Error::Throttled(failure)) => failure.kind(),
            _ => self.code().unwrap_or(OTHER_FAILURE),
        }
    }

    /// The error of a call that has no conditions.
    pub(crate) fn unconditional(self) -> Error {
        match self {
            Self::Failed(error) => error,
            Self::Condition(_) | Self::Cancelled(_) => {
                unreachable!("only a request with conditions is refused for one")
            }
        }
    }
}

/// A random number, for ids that must be unique across processes.
///
/// The `SipHash` of a counter, with a 128-bit key that each thread gets from the operating system:
/// a pair of these numbers is as unlikely to occur elsewhere as a random UUID. They are not secret.
pub(crate) fn random() -> u64 {
    thread_local! {
        static KEY: RandomState = RandomState::new();
        static COUNT: Cell<u64> = const { Cell::new(0) };
    }
    COUNT.set(COUNT.get().wrapping_add(1));
    KEY.with(|key| key.hash_one(COUNT.get()))
}
