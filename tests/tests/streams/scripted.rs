//! A stream whose shards a test makes: they split, close, lose records and fail on request.
//!
//! It stands at the SDK's HTTP seam. Waiting takes no time; each wait takes the next step of a script.

use std::collections::VecDeque;
use std::fmt;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::Poll;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::{
    AsyncSleep, BehaviorVersion, Builder, Config, Credentials, Region, Sleep,
    StalledStreamProtectionConfig,
};
use aws_smithy_async::time::TimeSource;
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::body::SdkBody;
use dynamo_runtime::{Db, Item};
use serde_json::{Value, json};

/// The items whose changes the streams have.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "events", pk = "id")]
pub(super) struct Event {
    pub(super) id: String,
}

/// How many records an answer has at most.
const PAGE: usize = 2;
const BEGINNING: u64 = 1_800_000_000;

#[derive(Debug, Clone, Default)]
pub(super) struct Scripted(Arc<Mutex<Service>>);

#[derive(Default)]
pub(super) struct Service {
    shards: Vec<Shard>,
    /// The number of the stream; another one after it was turned off and on.
    pub(super) stream: u32,
    pub(super) is_off: bool,
    /// Errors to answer with: the operation and the code.
    failures: VecDeque<(&'static str, &'static str)>,
    /// The event at each wait.
    script: VecDeque<Box<dyn FnOnce(&mut Service) + Send>>,
    /// The requests so far.
    pub(super) requests: Vec<String>,
    /// Requests for records that are being answered, now and at most.
    in_flight: usize,
    pub(super) most_in_flight: usize,
    waited: Duration,
    last: u64,
}

struct Shard {
    id: &'static str,
    parent: Option<&'static str>,
    records: Vec<(u64, String, u64)>,
    trimmed: usize,
    is_closed: bool,
}

impl Service {
    /// Adds a shard with changes of these items. Its parent is closed.
    pub(super) fn shard(&mut self, id: &'static str, parent: Option<&'static str>, items: &[&str]) {
        if let Some(parent) = parent {
            self.close(parent);
        }
        self.shards.push(Shard {
            id,
            parent,
            records: Vec::new(),
            trimmed: 0,
            is_closed: false,
        });
        for item in items {
            self.change(id, item);
        }
    }

    /// Adds a change of an item to a shard.
    pub(super) fn change(&mut self, shard: &str, item: &str) {
        self.last += 1;
        let record = (self.last, item.to_owned(), self.seconds());
        self.find(shard).records.push(record);
    }

    pub(super) fn close(&mut self, shard: &str) {
        self.find(shard).is_closed = true;
    }

    /// Forgets the oldest records of a shard.
    pub(super) fn trim(&mut self, shard: &str, count: usize) {
        self.find(shard).trimmed = count;
    }

    /// Forgets a shard.
    pub(super) fn remove(&mut self, shard: &str) {
        self.shards.retain(|other| other.id != shard);
    }

    /// Lists the shards the other way round.
    pub(super) fn reverse(&mut self) {
        self.shards.reverse();
    }

    pub(super) fn fail(&mut self, operation: &'static str, code: &'static str, times: usize) {
        for _ in 0..times {
            self.failures.push_back((operation, code));
        }
    }

    /// Does something at the next wait that has nothing to do yet.
    pub(super) fn then(&mut self, step: impl FnOnce(&mut Self) + Send + 'static) {
        self.script.push_back(Box::new(step));
    }

    fn find(&mut self, shard: &str) -> &mut Shard {
        let found = self.shards.iter_mut().find(|other| other.id == shard);
        found.expect("a shard of the test")
    }

    fn seconds(&self) -> u64 {
        BEGINNING + self.waited.as_secs()
    }

    fn arn(&self) -> String {
        let stream = self.stream;
        format!("arn:aws:dynamodb:eu-west-1:123456789012:table/events/stream/{stream}")
    }

    fn answer(&mut self, operation: &str, request: &Value) -> (u16, Value) {
        let text = |name: &str| request[name].as_str().unwrap_or_default().to_owned();
        let shard = text("ShardId");
        let iterator = text("ShardIterator");
        let shard = if shard.is_empty() {
            iterator.split(':').next().unwrap_or_default()
        } else {
            &shard
        };
        self.requests
            .push(format!("{operation} {shard}").trim().to_owned());
        if self
            .failures
            .front()
            .is_some_and(|(failing, _)| *failing == operation)
        {
            let (_, code) = self.failures.pop_front().expect("one failure");
            return (400, json!({ "__type": code, "message": "on request" }));
        }
        let answer = match operation {
            "DescribeTable" => json!({ "Table": { "LatestStreamArn": self.arn() } }),
            "DescribeStream" => self.described(&text("ExclusiveStartShardId")),
            "GetShardIterator" => {
                match self.iterator(shard, &text("ShardIteratorType"), &text("SequenceNumber")) {
                    Some(iterator) => json!({ "ShardIterator": iterator }),
                    None => {
                        let code = "TrimmedDataAccessException";
                        return (400, json!({ "__type": code, "message": "gone" }));
                    }
                }
            }
            "GetRecords" => self.records(&iterator),
            other => panic!("{other} is not part of streams"),
        };
        (200, answer)
    }

    /// One shard per answer, to need several.
    fn described(&self, after: &str) -> Value {
        let before = self.shards.iter().position(|shard| shard.id == after);
        let at = before.map_or(0, |before| before + 1);
        let shards: Vec<_> = self.shards.iter().skip(at).take(1).collect();
        let last = shards.last().filter(|_| at + 1 < self.shards.len());
        let shards: Vec<_> = shards
            .iter()
            .map(|shard| json!({ "ShardId": shard.id, "ParentShardId": shard.parent }))
            .collect();
        let status = if self.is_off { "DISABLED" } else { "ENABLED" };
        json!({ "StreamDescription": {
            "StreamArn": self.arn(),
            "StreamStatus": status,
            "Shards": shards,
            "LastEvaluatedShardId": last.map(|shard| shard.id),
        } })
    }

    fn iterator(&mut self, shard: &str, kind: &str, number: &str) -> Option<String> {
        let shard = self.find(shard);
        let at = match kind {
            "TRIM_HORIZON" => shard.trimmed,
            "LATEST" => shard.records.len(),
            "AFTER_SEQUENCE_NUMBER" => {
                let number: u64 = number.parse().expect("a number");
                let mut records = shard.records.iter();
                let at = records.position(|record| record.0 > number);
                at.unwrap_or(shard.records.len())
            }
            other => panic!("{other} is not used"),
        };
        (at >= shard.trimmed).then(|| format!("{}:{at}", shard.id))
    }

    fn records(&mut self, iterator: &str) -> Value {
        let (shard, at) = iterator.split_once(':').expect("an iterator");
        let at: usize = at.parse().expect("a place");
        let shard = self.find(shard);
        let records: Vec<_> = shard
            .records
            .iter()
            .skip(at)
            .take(PAGE)
            .map(record)
            .collect();
        let next = at + records.len();
        let is_end = shard.is_closed && next == shard.records.len();
        let next = (!is_end).then(|| format!("{}:{next}", shard.id));
        json!({ "Records": records, "NextShardIterator": next })
    }
}

fn record((number, item, at): &(u64, String, u64)) -> Value {
    let id = json!({ "id": { "S": item } });
    json!({
        "eventName": "INSERT",
        "dynamodb": {
            "ApproximateCreationDateTime": at,
            "Keys": id,
            "NewImage": id,
            "SequenceNumber": format!("{number:021}"),
        },
    })
}

impl Scripted {
    pub(super) fn new(make: impl FnOnce(&mut Service)) -> Self {
        let scripted = Self::default();
        make(&mut scripted.service());
        scripted
    }

    pub(super) fn service(&self) -> MutexGuard<'_, Service> {
        self.0.lock().expect("no test panicked")
    }

    /// A client with the SDK's defaults.
    pub(super) fn plain_config(&self) -> Builder {
        Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .credentials_provider(Credentials::new("id", "secret", None, None, "test"))
            .region(Region::from_static("eu-west-1"))
            .http_client(self.clone())
    }

    /// A client without retries of its own, so that each failure is seen.
    pub(super) fn config(&self) -> Builder {
        self.plain_config()
            .retry_config(RetryConfig::disabled())
            .stalled_stream_protection(StalledStreamProtectionConfig::disabled())
            .time_source(self.clone())
            .sleep_impl(self.clone())
    }

    pub(super) fn db(&self) -> Db {
        Db::new(Client::from_conf(self.config().build()))
    }
}

impl TimeSource for Scripted {
    fn now(&self) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(BEGINNING) + self.service().waited
    }
}

impl AsyncSleep for Scripted {
    fn sleep(&self, duration: Duration) -> Sleep {
        let scripted = self.clone();
        Sleep::new(async move {
            // The work that a time-out guards comes first.
            for _ in 0..4 {
                pause().await;
            }
            // Looking for shards is slower than reading them, and does not hold up the time.
            if duration >= Duration::from_secs(30) {
                return;
            }
            let mut service = scripted.service();
            service.waited += duration;
            if let Some(step) = service.script.pop_front() {
                step(&mut service);
            }
        })
    }
}

impl HttpClient for Scripted {
    fn http_connector(
        &self,
        _: &HttpConnectorSettings,
        _: &RuntimeComponents,
    ) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

impl HttpConnector for Scripted {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let target = request.headers().get("x-amz-target").unwrap_or_default();
        let operation = target.split('.').next_back().unwrap_or_default().to_owned();
        let signed = request.headers().get("authorization").unwrap_or_default();
        assert!(signed.contains("Credential=id/"), "{operation} is signed");
        let body = request.body().bytes().unwrap_or_default();
        let body: Value = serde_json::from_slice(body).expect("JSON");
        let service = self.clone();
        HttpConnectorFuture::new(async move {
            let counts = operation == "GetRecords";
            if counts {
                let mut service = service.service();
                service.in_flight += 1;
                service.most_in_flight = service.most_in_flight.max(service.in_flight);
            }
            pause().await;
            let mut service = service.service();
            service.in_flight -= usize::from(counts);
            let (status, answer) = service.answer(&operation, &body);
            let status = status.try_into().expect("a status");
            Ok(HttpResponse::new(status, SdkBody::from(answer.to_string())))
        })
    }
}

/// Lets others go on once.
async fn pause() {
    let mut is_first = true;
    poll_fn(|context| {
        if std::mem::take(&mut is_first) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        Poll::Ready(())
    })
    .await;
}

impl fmt::Debug for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Service")
    }
}
