//! A layer before the engine's HTTP client that keeps the requests and changes some of the answers.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{Builder, SharedHttpClient};
use aws_smithy_runtime_api::client::connection::{CaptureSmithyConnection, ConnectionMetadata};
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::DateTime;
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::date_time::Format;
use bytes::Bytes;
use dynamo_runtime::{Db, Transport};
use http_body::{Body, Frame};

/// The fate of a request.
#[derive(Debug, Clone)]
pub(crate) enum Event {
    /// Nothing.
    Pass,
    /// It is answered with this status and body, and does not arrive.
    Answer(u16, &'static str),
    /// It arrives, and the answer is lost.
    LoseAnswer,
    /// The answer has a checksum that is not its own.
    Damage,
    /// The answer has its checksum, and a body that was cut short.
    Shorten,
    /// The answer begins, and the rest of it never comes.
    Stall,
    /// It is refused if it is signed for another time than this one, in seconds since 1970.
    ServerTime(i64),
    /// No answer ever comes.
    Hang,
}

impl Event {
    /// The answer of a table that is asked too much.
    pub(crate) const THROTTLED: Self = Self::Answer(
        400,
        r#"{"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException"}"#,
    );
}

/// A request as it left the client.
#[derive(Debug, Clone)]
pub(crate) struct Sent {
    pub(crate) uri: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
    /// How long the HTTP client may take to connect, and to wait for an answer.
    pub(crate) timeouts: (Option<Duration>, Option<Duration>),
}

impl Sent {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let found = headers.find(|(own, _)| own == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The access key that signed it.
    pub(crate) fn key(&self) -> Option<&str> {
        let (_, rest) = self.header("authorization")?.split_once("Credential=")?;
        rest.split('/').next()
    }

    /// The headers that its signature covers.
    pub(crate) fn signed_headers(&self) -> Vec<&str> {
        let signature = self.header("authorization").unwrap_or_default();
        let rest = signature.split("SignedHeaders=").nth(1).unwrap_or_default();
        rest.split(',')
            .next()
            .unwrap_or_default()
            .split(';')
            .collect()
    }

    pub(crate) fn is_retry(&self) -> bool {
        let attempt = self.header("amz-sdk-request").unwrap_or_default();
        !attempt.starts_with("attempt=1")
    }
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Recorder {
    sent: Arc<Mutex<Vec<Sent>>>,
    script: Arc<Mutex<VecDeque<Event>>>,
    then: Arc<Mutex<Option<Event>>>,
    poisoned: Arc<AtomicUsize>,
}

impl Recorder {
    /// The same database, by way of this layer and with other changes to its client.
    pub(crate) fn over(&self, db: &Db, change: impl FnOnce(Builder) -> Builder) -> Db {
        let config = db.client().config();
        let http = config.http_client().expect("the engine's HTTP client");
        let layer = Layer(http, self.clone());
        let config = change(config.to_builder().http_client(layer)).build();
        let name = db.table_name::<super::Note>().expect("a name");
        Db::new(Client::from_conf(config)).with_table_name::<super::Note>(name)
    }

    /// Lets these happen to the next requests, one each.
    pub(crate) fn script(&self, events: impl IntoIterator<Item = Event>) {
        self.script.lock().expect("a lock").extend(events);
    }

    /// Lets this happen to all requests after the script; `None` for nothing.
    pub(crate) fn then(&self, event: Option<Event>) {
        *self.then.lock().expect("a lock") = event;
    }

    /// Takes what was sent since it was asked last.
    pub(crate) fn take(&self) -> Vec<Sent> {
        std::mem::take(&mut *self.sent.lock().expect("a lock"))
    }

    /// How many connections are not to be used again.
    pub(crate) fn poisoned(&self) -> usize {
        self.poisoned.load(Ordering::SeqCst)
    }

    /// Tells the client which connection a request takes, as an HTTP client with a pool does.
    fn connect(&self, request: &HttpRequest) {
        let Some(capture) = request.extension::<CaptureSmithyConnection>() else {
            return;
        };
        let poisoned = Arc::clone(&self.poisoned);
        capture.set_connection_retriever(move || {
            let poisoned = Arc::clone(&poisoned);
            let poison = move || {
                poisoned.fetch_add(1, Ordering::SeqCst);
            };
            let connection = ConnectionMetadata::builder().proxied(false);
            Some(connection.poison_fn(poison).build())
        });
    }

    fn next(&self) -> Event {
        let scripted = self.script.lock().expect("a lock").pop_front();
        let then = || self.then.lock().expect("a lock").clone();
        scripted.or_else(then).unwrap_or(Event::Pass)
    }
}

#[derive(Debug)]
struct Layer(SharedHttpClient, Recorder);

impl HttpClient for Layer {
    fn http_connector(
        &self,
        settings: &HttpConnectorSettings,
        components: &RuntimeComponents,
    ) -> SharedHttpConnector {
        SharedHttpConnector::new(Connector {
            inner: self.0.http_connector(settings, components),
            recorder: self.1.clone(),
            timeouts: (settings.connect_timeout(), settings.read_timeout()),
        })
    }
}

#[derive(Debug)]
struct Connector {
    inner: SharedHttpConnector,
    recorder: Recorder,
    timeouts: (Option<Duration>, Option<Duration>),
}

impl HttpConnector for Connector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let request = without_arns(request);
        self.recorder.connect(&request);
        let headers = request.headers().iter();
        let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned()));
        self.recorder.sent.lock().expect("a lock").push(Sent {
            uri: request.uri().to_owned(),
            headers: headers.collect(),
            body: request.body().bytes().unwrap_or_default().to_vec(),
            timeouts: self.timeouts,
        });
        let inner = self.inner.clone();
        match self.recorder.next() {
            Event::Answer(status, body) => HttpConnectorFuture::ready(Ok(answer(status, body))),
            Event::LoseAnswer => HttpConnectorFuture::new(async move {
                inner.call(request).await?;
                Err(ConnectorError::io("the connection was reset".into()))
            }),
            Event::Damage => HttpConnectorFuture::new(async move {
                let mut response = inner.call(request).await?;
                response.headers_mut().insert("x-amz-crc32", "1");
                Ok(response)
            }),
            Event::Shorten => HttpConnectorFuture::new(async move {
                let mut response = inner.call(request).await?;
                let body = response.body().bytes().expect("a body in memory");
                let sum = crc32fast::hash(body).to_string();
                let half = body[..body.len() / 2].to_vec();
                response.headers_mut().insert("x-amz-crc32", sum);
                *response.body_mut() = SdkBody::from(half);
                Ok(response)
            }),
            Event::Stall => HttpConnectorFuture::new(async move {
                let mut response = inner.call(request).await?;
                *response.body_mut() = SdkBody::from_body_1_x(Stalling(Some("{")));
                Ok(response)
            }),
            Event::ServerTime(now) if is_skewed(&request, now) => {
                HttpConnectorFuture::ready(Ok(skewed(now)))
            }
            Event::Pass | Event::ServerTime(_) => inner.call(request),
            Event::Hang => HttpConnectorFuture::new(std::future::pending()),
        }
    }
}

/// The beginning of a body, after which nothing comes.
struct Stalling(Option<&'static str>);

impl Body for Stalling {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        match self.0.take() {
            Some(text) => Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(text.as_bytes()))))),
            None => Poll::Pending,
        }
    }
}

/// The request with the names of tables in the place of their ARNs, which the engine does not know.
fn without_arns(mut request: HttpRequest) -> HttpRequest {
    let body = String::from_utf8_lossy(request.body().bytes().expect("a body in memory"));
    if let Some((before, rest)) = body.split_once("arn:")
        && let Some((_, after)) = rest.split_once(":table/")
    {
        let body = format!("{before}{after}");
        *request.body_mut() = SdkBody::from(body);
        return without_arns(request);
    }
    request
}

fn answer(status: u16, body: &'static str) -> HttpResponse {
    let status = status.try_into().expect("a status");
    HttpResponse::new(status, SdkBody::from(body))
}

/// Whether a request is signed for a time that is more than five minutes off.
fn is_skewed(request: &HttpRequest, now: i64) -> bool {
    let stamp = request.headers().get("x-amz-date").expect("a time");
    let part = |from: usize, to: usize| &stamp[from..to];
    let date = format!("{}-{}-{}", part(0, 4), part(4, 6), part(6, 8));
    let time = format!("{}:{}:{}", part(9, 11), part(11, 13), part(13, 15));
    let signed = DateTime::from_str(&format!("{date}T{time}Z"), Format::DateTime);
    (signed.expect("a time").secs() - now).abs() > 300
}

/// The refusal of a request by a server at this time.
fn skewed(now: i64) -> HttpResponse {
    let body = r#"{"__type":"com.amazon.coral.service#RequestTimeTooSkewed"}"#;
    let mut response = answer(403, body);
    let date = DateTime::from_secs(now).fmt(Format::HttpDate);
    response.headers_mut().insert("date", date.expect("a date"));
    response
}

/// Why the direct way is not taken; empty if it is.
pub(crate) fn reason(db: &Db) -> &'static str {
    match db.transport() {
        Transport::Sdk { reason } => reason,
        _ => "",
    }
}
