//! The direct way: we write, sign and send the first attempt of a request, using what we learned
//! from a request that the SDK itself sent.
//!
//! It uses the client's own connector, credentials, endpoint and clock. If the first attempt does
//! not succeed, the request is handed to the SDK: see `replay`.

use std::error::Error;
use std::fmt::{self, Write as _};
use std::pin::pin;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::SystemTime;

use aws_credential_types::Credentials;
use aws_sdk_dynamodb::config::ConfigBag;
use aws_smithy_runtime_api::client::connection::CaptureSmithyConnection;
use aws_smithy_runtime_api::client::http::{HttpConnector, HttpConnectorFuture};
use aws_smithy_runtime_api::client::identity::ResolveCachedIdentity;
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::byte_stream::ByteStream;
use bytes::{Bytes, BytesMut};
use http::header::{AUTHORIZATION, CONTENT_LENGTH, HeaderName};

use super::frame::{Frame, Frames};
use super::lesson::{Learned, is_fresh, time};
use super::sign::{Day, Stamp, hex, moved, seconds};
use super::stall::Stall;
use crate::codec::is_whole_json;

static INVOCATION_ID: HeaderName = HeaderName::from_static("amz-sdk-invocation-id");

/// The outcome of an attempt, in the form of the SDK's own connector.
pub(super) type HttpOutcome = Result<HttpResponse, ConnectorError>;

/// The result of an attempt.
pub(super) enum Attempt {
    /// A successful response.
    Answered(Bytes),
    /// A failure for the SDK to handle.
    Failed(Box<HttpOutcome>, Arc<Learned>),
    /// Nothing was sent; the SDK has to send the request.
    NotSent,
}

/// Stores what was learned, for all clones of a `Db`.
#[derive(Default)]
pub(super) struct Lessons {
    latest: RwLock<Option<Lesson>>,
}

#[derive(Clone)]
enum Lesson {
    Learned(Arc<Learned>),
    /// Why nothing could be learned from a request, and when that was.
    Refused(&'static str, SystemTime),
}

impl Lessons {
    /// Whether it is time to learn from a request of the SDK again.
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

    /// Forgets what was learned after an attempt failed; the next request of the SDK is learned
    /// from again.
    fn forget(&self) {
        *self.latest.write().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// The latest lesson, or why there is none.
    fn latest(&self) -> Result<Arc<Learned>, &'static str> {
        let latest = self.latest.read().unwrap_or_else(PoisonError::into_inner);
        match &*latest {
            Some(Lesson::Learned(learned)) => Ok(Arc::clone(learned)),
            Some(Lesson::Refused(reason, _)) => Err(reason),
            None => Err("no request has gone through the SDK yet"),
        }
    }

    /// Why the next request is not sent directly; `None` if it is.
    pub(super) fn reason(&self) -> Option<&'static str> {
        match self.latest() {
            Ok(learned) => learned.reason(time(&learned.components)),
            Err(reason) => Some(reason),
        }
    }

    /// Sends the first attempt of a request.
    pub(super) async fn attempt(&self, target: &'static str, body: Bytes) -> Attempt {
        let Ok(learned) = self.latest() else {
            return Attempt::NotSent;
        };
        let now = time(&learned.components);
        if learned.reason(now).is_some() {
            return Attempt::NotSent;
        }
        let Some(frame) = learned.frame(target, now).await else {
            return Attempt::NotSent;
        };
        let connection = CaptureSmithyConnection::new();
        let Some(called) = learned.call(&frame, body, connection.clone()) else {
            return Attempt::NotSent;
        };
        let outcome = match called.await {
            Ok(response) if response.status().as_u16() == 200 => {
                let (sum, mut body) = parts(response);
                match learned.collected(&mut body).await {
                    Ok(body) if is_intact(sum, &body) => return Attempt::Answered(body),
                    Ok(_) => Err(ConnectorError::io(Damaged.into())),
                    Err(error) => Err(error),
                }
            }
            outcome => outcome,
        };
        self.forget();
        // Like the SDK: the next request gets a new connection.
        if learned.reconnects
            && is_poisonous(&outcome)
            && let Some(connection) = connection.get()
        {
            connection.poison();
        }
        Attempt::Failed(Box::new(outcome), learned)
    }
}

impl Learned {
    /// The parts that requests for this target have in common now; `None` if there is no identity to
    /// sign with.
    async fn frame(&self, target: &'static str, now: SystemTime) -> Option<Arc<Frame>> {
        let signed_at = moved(now, self.skew);
        let second = seconds(signed_at);
        let kept = {
            let latest = self.latest.read().unwrap_or_else(PoisonError::into_inner);
            // The SDK's cache would answer the same: it is asked once per second.
            if let Some(frames) = &*latest
                && self.keeps_identities
                && frames.second == second
                && let Some(frame) = frames.of(target)
                && !frames.day.expires_soon(now)
            {
                return Some(Arc::clone(frame));
            }
            latest.as_ref().map(|frames| Arc::clone(&frames.day))
        };
        let stamp = Stamp::at(signed_at);
        let day = self.day(kept, stamp, signed_at).await?;
        let mut latest = self.latest.write().unwrap_or_else(PoisonError::into_inner);
        let frames = match &mut *latest {
            Some(frames) if frames.second == second && Arc::ptr_eq(&frames.day, &day) => frames,
            latest => latest.insert(Frames::new(second, day)),
        };
        if let Some(frame) = frames.of(target) {
            return Some(Arc::clone(frame));
        }
        let frame = Arc::new(Frame::new(self, &frames.day, stamp, target)?);
        frames.by_target.push(Arc::clone(&frame));
        Some(frame)
    }

    /// The parts of a signature that stay the same all day: the kept ones, if they are still right.
    async fn day(
        &self,
        kept: Option<Arc<Day>>,
        stamp: Stamp,
        signed_at: SystemTime,
    ) -> Option<Arc<Day>> {
        let identity = self
            .cache
            .resolve_cached_identity(self.resolver.clone(), &self.components, &self.bag)
            .await
            .ok()?;
        let account = identity.data::<Credentials>()?.account_id();
        if let Some(own) = &self.account
            && account.is_some_and(|account| account.as_str() != own)
        {
            return None;
        }
        match kept {
            Some(day) if day.is_of(&identity, &self.region, stamp) => Some(day),
            _ => Day::new(&identity, &self.region, stamp, signed_at).map(Arc::new),
        }
    }

    /// Sends a request, signed. Its connection is captured, to be dropped after a failure.
    fn call(
        &self,
        frame: &Frame,
        body: Bytes,
        connection: CaptureSmithyConnection,
    ) -> Option<HttpConnectorFuture> {
        let mut request = frame.template.try_clone()?;
        let headers = request.headers_mut();
        let length = itoa::Buffer::new().format(body.len()).to_owned();
        headers.insert(CONTENT_LENGTH, length);
        headers.insert(INVOCATION_ID.clone(), invocation_id());
        headers.insert(AUTHORIZATION, frame.authorization(&body));
        if let Some(trace) = lambda_trace() {
            headers.insert("x-amzn-trace-id", trace);
        }
        *request.body_mut() = SdkBody::from(body);
        request.add_extension(connection);
        Some(self.connector.call(request))
    }

    /// Reads the whole body; a stalled one is an error, as it is to the SDK.
    async fn collected(&self, stream: &mut ByteStream) -> Result<Bytes, ConnectorError> {
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

/// The checksum and the body of a successful response.
fn parts(mut response: HttpResponse) -> (Option<u32>, ByteStream) {
    let body = std::mem::replace(response.body_mut(), SdkBody::taken());
    (checksum(&response), ByteStream::new(body))
}

/// The error of a body that does not match its checksum.
#[derive(Debug)]
pub(crate) struct Damaged;

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the response is not DynamoDB's, or is incomplete")
    }
}

impl Error for Damaged {}

/// The checksum of the body, as far as the response names it.
pub(super) fn checksum(response: &HttpResponse) -> Option<u32> {
    response.headers().get("x-amz-crc32")?.parse().ok()
}

/// Whether a body matches its checksum or, without one, is complete.
pub(super) fn is_intact(sum: Option<u32>, body: &[u8]) -> bool {
    match sum {
        Some(sum) => sum == crc32fast::hash(body),
        None => is_whole_json(body),
    }
}

/// Whether the SDK would stop using the connection of such an attempt.
fn is_poisonous(outcome: &HttpOutcome) -> bool {
    match outcome {
        Ok(response) => matches!(response.status().as_u16(), 500 | 502..=504),
        // A broken connection is not used again anyway.
        Err(error) => error.source().is_some_and(<dyn Error>::is::<Damaged>),
    }
}

/// The trace of a Lambda invocation, in the form in which the SDK writes it into a header.
fn lambda_trace() -> Option<String> {
    static IN_LAMBDA: OnceLock<bool> = OnceLock::new();
    let in_lambda = IN_LAMBDA.get_or_init(|| std::env::var("AWS_LAMBDA_FUNCTION_NAME").is_ok());
    let trace = in_lambda.then(|| std::env::var("_X_AMZN_TRACE_ID").ok())??;
    let mut header = String::with_capacity(trace.len());
    for byte in trace.bytes() {
        match byte {
            b' '..=b'~' => header.push(char::from(byte)),
            // Writing to a `String` cannot fail.
            _ => drop(write!(header, "%{byte:02X}")),
        }
    }
    Some(header)
}

/// A random id in the form of a version 4 UUID.
fn invocation_id() -> String {
    let [high, low] = [(); 2].map(|()| super::random());
    let high = high & !0xf000 | 0x4000;
    let low = low & !(0b11 << 62) | 0b10 << 62;
    let digits = hex((u128::from(high) << 64 | u128::from(low)).to_be_bytes());
    let mut id = [b'-'; 36];
    for (at, part) in [(0, 0..4), (9, 4..6), (14, 6..8), (19, 8..10), (24, 10..16)] {
        let part = digits[part].as_flattened();
        id[at..at + part.len()].copy_from_slice(part);
    }
    str::from_utf8(&id).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    #[test]
    fn invocation_ids_are_uuids_of_version_4() {
        for _ in 0..100 {
            let id = super::invocation_id();
            let lengths: Vec<_> = id.split('-').map(str::len).collect();
            assert_eq!(lengths, [8, 4, 4, 4, 12], "{id}");
            assert_eq!(&id[14..15], "4", "{id}");
            assert!("89ab".contains(&id[19..20]), "{id}");
        }
    }
}
