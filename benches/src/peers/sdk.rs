//! The SDK: its own parsing of a response, and clients that are answered in this process.

use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{BehaviorVersion, Config, Credentials, Region};
use aws_sdk_dynamodb::operation::query::{Query, QueryOutput};
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::client::runtime_plugin::RuntimePlugin;
use aws_smithy_runtime_api::client::ser_de::{DeserializeResponse, SharedResponseDeserializer};
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::config_bag::{ConfigBag, FrozenLayer};

use http::header::{CONTENT_TYPE, HeaderName};

use super::Map;

static CHECKSUM: HeaderName = HeaderName::from_static("x-amz-crc32");

/// The SDK's deserializer of queries, on its own.
pub struct Parser(FrozenLayer);

impl Parser {
    /// Takes it out of the operation.
    pub fn new() -> Self {
        Self(Query::new().config().expect("an operation has a layer"))
    }

    /// The items of a response.
    pub fn items(&self, body: &'static [u8]) -> Vec<Map> {
        let response = HttpResponse::new(
            StatusCode::try_from(200).expect("a status"),
            SdkBody::from(bytes::Bytes::from_static(body)),
        );
        let sdk = self
            .0
            .load::<SharedResponseDeserializer>()
            .expect("a layer has a deserializer");
        let output = sdk
            .deserialize_nonstreaming_with_config(&response, &ConfigBag::base())
            .expect("the sample");
        let output = output.downcast::<QueryOutput>().expect("a query's output");
        output.items.unwrap_or_default()
    }
}

/// Answers every request with the same bytes, or with several bodies in turn.
#[derive(Clone)]
pub struct Canned {
    /// With their checksums, which DynamoDB also sends.
    bodies: Arc<[(bytes::Bytes, String)]>,
    answered: Arc<AtomicUsize>,
    /// Whether requests are kept, which is no part of anyone's work.
    records: bool,
    last: Arc<Mutex<Vec<u8>>>,
    /// How long an answer takes to come.
    latency: Duration,
}

impl Canned {
    /// A client that is answered with this body.
    pub fn client(body: &'static [u8]) -> Client {
        Self::client_in_turn(&[body])
    }

    /// A client that is answered with these bodies in turn.
    pub fn client_in_turn(bodies: &[&'static [u8]]) -> Client {
        Self::client_after(Duration::ZERO, bodies)
    }

    /// A client that is answered with these bodies in turn, each after some time.
    pub fn client_after(latency: Duration, bodies: &[&'static [u8]]) -> Client {
        Self::new(latency, bodies).connected()
    }

    /// A client that is answered with an empty body, and the last request it sent.
    pub fn recorder() -> (Client, Self) {
        let mut canned = Self::new(Duration::ZERO, &[b"{}"]);
        canned.records = true;
        (canned.connected(), canned)
    }

    fn new(latency: Duration, bodies: &[&'static [u8]]) -> Self {
        let answer = |body: &&'static [u8]| (bytes::Bytes::from_static(body), checksum(body));
        Self {
            bodies: bodies.iter().map(answer).collect(),
            answered: Arc::default(),
            records: false,
            last: Arc::default(),
            latency,
        }
    }

    fn connected(&self) -> Client {
        Client::from_conf(config().http_client(self.clone()).build())
    }

    /// The body of the request that was answered last.
    pub fn last_request(&self) -> Vec<u8> {
        self.last
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

fn checksum(body: &[u8]) -> String {
    crc32fast::hash(body).to_string()
}

fn config() -> aws_sdk_dynamodb::config::Builder {
    Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::from_static("us-east-1"))
        .credentials_provider(Credentials::new("id", "secret", None, None, "benches"))
}

impl fmt::Debug for Canned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Canned")
    }
}

impl HttpConnector for Canned {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        if self.records {
            let sent = request.body().bytes().unwrap_or_default();
            *self.last.lock().unwrap_or_else(PoisonError::into_inner) = sent.to_vec();
        }
        let answered = self.answered.fetch_add(1, Relaxed);
        let (body, sum) = &self.bodies[answered % self.bodies.len()];
        let mut response = HttpResponse::new(
            StatusCode::try_from(200).expect("a status"),
            SdkBody::from(body.clone()),
        );
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, "application/x-amz-json-1.0");
        headers.insert(CHECKSUM.clone(), sum.clone());
        if self.latency.is_zero() {
            return HttpConnectorFuture::ready(Ok(response));
        }
        let latency = self.latency;
        HttpConnectorFuture::new(async move {
            tokio::time::sleep(latency).await;
            Ok(response)
        })
    }
}

impl HttpClient for Canned {
    fn http_connector(
        &self,
        _: &HttpConnectorSettings,
        _: &RuntimeComponents,
    ) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

/// A client of a server on this machine that answers every request with the same bytes.
pub fn loopback(body: &'static [u8]) -> Client {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("its address");
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || answer(&stream, body));
        }
    });
    let http = aws_smithy_http_client::Builder::new().build_http();
    let config = config()
        .http_client(http)
        .endpoint_url(format!("http://{address}"));
    Client::from_conf(config.build())
}

/// Answers the requests of one connection until it is closed.
fn answer(mut stream: &TcpStream, body: &[u8]) {
    let _ = stream.set_nodelay(true);
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/x-amz-json-1.0\r\nx-amz-crc32: {}\r\n\
         content-length: {}\r\n\r\n",
        checksum(body),
        body.len()
    );
    let answer = [head.as_bytes(), body].concat();
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    let mut length = 0;
    loop {
        line.clear();
        match reader.read_line(&mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or(0);
        }
        if line == "\r\n" {
            let mut request = vec![0; length];
            if reader.read_exact(&mut request).is_err() || stream.write_all(&answer).is_err() {
                return;
            }
        }
    }
}
