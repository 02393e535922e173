//! A layer over the engine under test that answers some requests as a busy DynamoDB does, and
//! keeps count of what is sent.

#![allow(clippy::missing_panics_doc, reason = "a test that cannot go on panics")]

use std::collections::VecDeque;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{AsyncSleep, SharedHttpClient, Sleep};
use aws_smithy_http_client::tls::{self, rustls_provider::CryptoMode};
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::byte_stream::ByteStream;
use dynamo_runtime::{Db, Table};
use serde_json::{Map, Value, json};

/// The fate of a request.
#[derive(Debug, Clone)]
pub enum Fault {
    /// Nothing.
    Pass,
    /// A batch is carried out up to so many entries; the others come back unprocessed.
    Keep(usize),
    /// It is refused with this code.
    Refuse(&'static str),
    /// It is answered with this.
    Answer(Value),
    /// It is cancelled, with a reason of this code for each operation.
    Cancel(&'static [&'static str]),
}

/// Something that happens while a request is on its way.
type Event = Box<dyn FnOnce() -> Pin<Box<dyn Future<Output = ()> + Send>> + Send>;

/// The requests that were sent, and what is to happen to those that will be.
#[derive(Clone, Default)]
pub struct Faults(Arc<State>);

#[derive(Default)]
struct State {
    /// Whether queries and scans are concerned, and not batches and transactions.
    reads: bool,
    script: Mutex<VecDeque<Fault>>,
    /// The fate of requests after the end of the script.
    then: Mutex<Option<Fault>>,
    sent: Mutex<Vec<Value>>,
    before: Mutex<Option<Event>>,
    pauses: Mutex<Vec<Duration>>,
    now: AtomicUsize,
    most: AtomicUsize,
}

/// The HTTP client of a client that was not given one.
pub(crate) fn over_the_network() -> SharedHttpClient {
    let provider = tls::Provider::Rustls(CryptoMode::AwsLc);
    aws_smithy_http_client::Builder::new()
        .tls_provider(provider)
        .build_https()
}

impl Faults {
    /// A layer that queries and scans go through, instead of batches and transactions.
    #[must_use]
    pub fn of_reads() -> Self {
        let state = State {
            reads: true,
            ..State::default()
        };
        Self(Arc::new(state))
    }

    /// Lets these happen to the next requests, one each.
    pub fn script(&self, faults: impl IntoIterator<Item = Fault>) {
        self.0.script.lock().expect("a lock").extend(faults);
    }

    /// Lets this happen to every request after the script.
    pub fn then(&self, fault: Fault) {
        *self.0.then.lock().expect("a lock") = Some(fault);
    }

    /// Lets something happen while the next request is on its way, before it arrives.
    pub fn before_next(
        &self,
        event: impl FnOnce() -> Pin<Box<dyn Future<Output = ()> + Send>> + Send + 'static,
    ) {
        *self.0.before.lock().expect("a lock") = Some(Box::new(event));
    }

    /// The bodies of the requests that were sent, of those that are concerned.
    #[must_use]
    pub fn sent(&self) -> Vec<Value> {
        self.0.sent.lock().expect("a lock").clone()
    }

    /// How many entries each batch had that was sent.
    #[must_use]
    pub fn batches(&self) -> Vec<usize> {
        let size = |body: &Value| {
            body["RequestItems"]
                .as_object()
                .map(|tables| entries(tables).len())
        };
        self.sent().iter().filter_map(size).collect()
    }

    /// The pauses that were made in process. The SDK's own timers run for seconds.
    #[must_use]
    pub fn pauses(&self) -> Vec<Duration> {
        let mut pauses = self.0.pauses.lock().expect("a lock").clone();
        pauses.retain(|pause| pause.as_secs() == 0);
        pauses
    }

    /// The most requests that were on their way at once.
    #[must_use]
    pub fn most_at_once(&self) -> usize {
        self.0.most.load(Ordering::SeqCst)
    }

    /// The same database through this layer. In process no time passes in pauses; the timers of a
    /// connection to a server have to stay.
    #[must_use]
    pub fn over(&self, db: &Db) -> Db {
        let config = db.client().config();
        let http = config.http_client().unwrap_or_else(over_the_network);
        let layer = Layer(http, self.clone());
        let mut config = config.to_builder().http_client(layer);
        if !crate::is_server() {
            config = config.sleep_impl(self.clone());
        }
        crate::db_of(Client::from_conf(config.build()))
    }

    /// The same for one table under the name it has in `db`.
    #[must_use]
    pub fn over_table<T: Table>(&self, db: &Db) -> Db {
        let name = db.table_name::<T>().expect("a name").into_owned();
        self.over(db).with_table_name::<T>(name)
    }

    fn next(&self, body: &Value) -> Fault {
        self.0.sent.lock().expect("a lock").push(body.clone());
        let scripted = self.0.script.lock().expect("a lock").pop_front();
        let then = || self.0.then.lock().expect("a lock").clone();
        scripted.or_else(then).unwrap_or(Fault::Pass)
    }
}

impl fmt::Debug for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Faults")
    }
}

impl AsyncSleep for Faults {
    fn sleep(&self, duration: Duration) -> Sleep {
        self.0.pauses.lock().expect("a lock").push(duration);
        Sleep::new(async {})
    }
}

#[derive(Debug, Clone)]
struct Layer(SharedHttpClient, Faults);

impl HttpClient for Layer {
    fn http_connector(
        &self,
        settings: &HttpConnectorSettings,
        components: &RuntimeComponents,
    ) -> SharedHttpConnector {
        let inner = self.0.http_connector(settings, components);
        SharedHttpConnector::new(Connector(inner, self.1.clone()))
    }
}

#[derive(Debug, Clone)]
struct Connector(SharedHttpConnector, Faults);

impl HttpConnector for Connector {
    fn call(&self, mut request: HttpRequest) -> HttpConnectorFuture {
        let body = request.body().bytes().expect("a body in memory");
        let mut body: Value = serde_json::from_slice(body).expect("a body of JSON");
        let state = Arc::clone(&self.1.0);
        let operation = request.headers().get("x-amz-target").unwrap_or_default();
        let concerned = if state.reads {
            operation.ends_with(".Query") || operation.ends_with(".Scan")
        } else {
            body.get("RequestItems").is_some() || body.get("TransactItems").is_some()
        };
        if !concerned {
            return self.0.call(request);
        }
        let on_their_way = state.now.fetch_add(1, Ordering::SeqCst) + 1;
        state.most.fetch_max(on_their_way, Ordering::SeqCst);
        let (fault, inner) = (self.1.next(&body), self.0.clone());
        HttpConnectorFuture::new(async move {
            // Others get their turn, as they do while a request is on the wire.
            tokio::task::yield_now().await;
            let event = state.before.lock().expect("a lock").take();
            if let Some(event) = event {
                event().await;
            }
            let response = match fault {
                Fault::Pass => inner.call(request).await,
                Fault::Refuse(code) => Ok(refusal(&json!({ "__type": code }))),
                Fault::Answer(answer) => Ok(ok(answer)),
                Fault::Cancel(codes) => Ok(cancelled(codes)),
                Fault::Keep(count) => {
                    let reads = body.to_string().contains("\"Keys\"");
                    let left = withhold(&mut body, count);
                    let answer = if count == 0 {
                        json!({})
                    } else {
                        let text = body.to_string();
                        let length = text.len().to_string();
                        request.headers_mut().insert("content-length", length);
                        *request.body_mut() = SdkBody::from(text);
                        let response = inner.call(request).await?;
                        let body = ByteStream::new(response.into_body()).collect().await;
                        let body = body.expect("an answer").into_bytes();
                        serde_json::from_slice(&body).expect("an answer of JSON")
                    };
                    Ok(ok(with_unprocessed(answer, left, reads)))
                }
            };
            state.now.fetch_sub(1, Ordering::SeqCst);
            response
        })
    }
}

/// The entries of a batch: their table, and their number in it.
fn entries(tables: &Map<String, Value>) -> Vec<(String, usize)> {
    let count = |entries: &Value| {
        entries
            .get("Keys")
            .unwrap_or(entries)
            .as_array()
            .map_or(0, Vec::len)
    };
    let tables = tables.iter();
    tables
        .flat_map(|(name, entries)| (0..count(entries)).map(move |at| (name.clone(), at)))
        .collect()
}

/// Takes all but the first entries out of a batch.
fn withhold(body: &mut Value, count: usize) -> Map<String, Value> {
    let tables = body["RequestItems"].as_object_mut().expect("a batch");
    let mut left = Map::new();
    for (table, at) in entries(tables).into_iter().skip(count).rev() {
        let (list, path) = match tables[&table].get_mut("Keys") {
            Some(keys) => (keys.as_array_mut(), true),
            None => (tables[&table].as_array_mut(), false),
        };
        let entry = list.expect("a list of entries").remove(at);
        let table = left.entry(table).or_insert_with(|| {
            if path {
                json!({ "Keys": [] })
            } else {
                json!([])
            }
        });
        let list = if path { &mut table["Keys"] } else { table };
        list.as_array_mut().expect("a list").push(entry);
    }
    tables.retain(|_, entries| {
        let list = entries.get("Keys").unwrap_or(entries);
        list.as_array().is_some_and(|list| !list.is_empty())
    });
    left
}

fn with_unprocessed(mut answer: Value, left: Map<String, Value>, reads: bool) -> Value {
    let member = if reads {
        "UnprocessedKeys"
    } else {
        "UnprocessedItems"
    };
    if reads && answer.get("Responses").is_none() {
        answer["Responses"] = json!({});
    }
    answer[member] = Value::Object(left);
    answer
}

fn cancelled(codes: &[&str]) -> HttpResponse {
    let reasons: Vec<Value> = codes.iter().map(|code| json!({ "Code": code })).collect();
    refusal(&json!({
        "__type": "com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
        "Message": format!("Transaction cancelled, please refer cancellation reasons {codes:?}"),
        "CancellationReasons": reasons,
    }))
}

fn refusal(body: &Value) -> HttpResponse {
    respond(400, body)
}

#[expect(clippy::needless_pass_by_value, reason = "made where it is sent")]
fn ok(body: Value) -> HttpResponse {
    respond(200, &body)
}

fn respond(status: u16, body: &Value) -> HttpResponse {
    let status = status.try_into().expect("a status");
    let mut response = HttpResponse::new(status, SdkBody::from(body.to_string()));
    response
        .headers_mut()
        .insert("content-type", "application/x-amz-json-1.0");
    response
}
