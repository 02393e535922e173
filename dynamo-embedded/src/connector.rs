//! The SDK's HTTP seam: hands a request to a [`Respond`] and returns its answer, with nothing in
//! between but headers.

use std::fmt;
use std::sync::Arc;

use aws_smithy_async::rt::sleep::AsyncSleep;
use aws_smithy_async::time::SharedTimeSource;
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::body::SdkBody;
use tokio::runtime::Handle;

use super::clock::{EngineClock, EngineTime};
use super::dispatch::Operation;
use super::respond::{Reply, Respond};
use super::timers::{Timers, VirtualSleep};

/// The header that names the operation, as `<service>.<operation>`.
const TARGET: &str = "x-amz-target";
const SERVICES: [&str; 2] = ["DynamoDB_20120810", "DynamoDBStreams_20120810"];
const CONTENT_TYPE: &str = "application/x-amz-json-1.0";

/// The thread on which a request is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Threading {
    /// On the thread that polls the request: fastest, and in a fixed order.
    Inline,
    /// On Tokio's blocking threads, so that a large scan does not hold up other tasks.
    Blocking,
}

/// The SDK's HTTP client and its only connector at once.
#[derive(Clone, Debug)]
pub(super) struct Connector {
    responder: Arc<dyn Respond>,
    clock: Arc<EngineClock>,
    threading: Threading,
}

impl Connector {
    pub(super) fn new(
        responder: Arc<dyn Respond>,
        clock: Arc<EngineClock>,
        threading: Threading,
    ) -> Self {
        Self {
            responder,
            clock,
            threading,
        }
    }

    /// Returns the time source for the client.
    pub(super) fn clock(&self) -> SharedTimeSource {
        SharedTimeSource::new(EngineTime(self.clock.clone()))
    }

    /// Returns the sleep implementation for the client.
    pub(super) fn sleep(&self) -> VirtualSleep {
        VirtualSleep(self.clock.clone())
    }
}

impl HttpClient for Connector {
    fn http_connector(
        &self,
        _settings: &HttpConnectorSettings,
        _components: &RuntimeComponents,
    ) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

impl HttpConnector for Connector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let runtime = match self.threading {
            Threading::Inline => None,
            // Without a runtime there are no other threads; the answer is the same.
            Threading::Blocking => Handle::try_current().ok(),
        };
        let Some(runtime) = runtime else {
            return match exchange(self.responder.as_ref(), &request) {
                Ok(reply) if !reply.delay.is_zero() => {
                    HttpConnectorFuture::new(delivered(reply, self.sleep()))
                }
                exchanged => HttpConnectorFuture::ready(exchanged.and_then(response)),
            };
        };
        let responder = Arc::clone(&self.responder);
        let hold = Timers::hold(Arc::clone(&self.clock));
        let sleep = self.sleep();
        HttpConnectorFuture::new(async move {
            let exchanged = runtime
                .spawn_blocking(move || exchange(responder.as_ref(), &request))
                .await
                .map_err(|error| ConnectorError::other(error.into(), None))?;
            drop(hold);
            delivered(exchanged?, sleep).await
        })
    }
}

/// Waits until the reply is due.
async fn delivered(reply: Reply, sleep: VirtualSleep) -> Result<HttpResponse, ConnectorError> {
    if !reply.delay.is_zero() {
        sleep.sleep(reply.delay).await;
    }
    response(reply)
}

fn exchange(responder: &dyn Respond, request: &HttpRequest) -> Result<Reply, ConnectorError> {
    let body = request
        .body()
        .bytes()
        .ok_or_else(|| ConnectorError::user(StreamingBody.into()))?;
    match operation(request) {
        Some(operation) => responder.respond(operation, body),
        None => Ok(Reply::unknown_operation()),
    }
}

fn operation(request: &HttpRequest) -> Option<Operation> {
    let (service, operation) = request.headers().get(TARGET)?.split_once('.')?;
    let operation = Operation::named(operation)?;
    SERVICES.contains(&service).then_some(operation)
}

fn response(reply: Reply) -> Result<HttpResponse, ConnectorError> {
    let status = reply
        .status
        .try_into()
        .map_err(|error| ConnectorError::other(Box::new(error), None))?;
    let sum = crc32fast::hash(&reply.body);
    let mut response = HttpResponse::new(status, SdkBody::from(reply.body));
    let headers = response.headers_mut();
    headers.insert("content-type", CONTENT_TYPE);
    headers.insert("x-amz-crc32", sum.to_string());
    Ok(response)
}

/// A body that is not fully in memory. No DynamoDB operation sends one.
#[derive(Debug)]
struct StreamingBody;

impl fmt::Display for StreamingBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the embedded engine cannot read a streaming request body; send it buffered")
    }
}

impl std::error::Error for StreamingBody {}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::client::sdk_client;

    /// Fails the first requests and then answers each with the name of its operation.
    #[derive(Debug)]
    struct Flaky {
        failures: usize,
        requests: AtomicUsize,
    }

    impl Flaky {
        fn new(failures: usize) -> Arc<Self> {
            Arc::new(Self {
                failures,
                requests: AtomicUsize::new(0),
            })
        }
    }

    impl Respond for Flaky {
        fn respond(&self, operation: Operation, _body: &[u8]) -> Result<Reply, ConnectorError> {
            match self.requests.fetch_add(1, Ordering::SeqCst) {
                n if n >= self.failures => Ok(Reply::ok(
                    format!(r#"{{"TableNames":["{operation}"]}}"#).into_bytes(),
                )),
                0 => Err(ConnectorError::io("connection reset".into())),
                _ => Ok(Reply::new(500, b"{}".to_vec())),
            }
        }
    }

    async fn list_tables(
        flaky: &Arc<Flaky>,
        threading: Threading,
    ) -> Result<Vec<String>, &'static str> {
        sdk_client(Connector::new(flaky.clone(), Arc::default(), threading))
            .list_tables()
            .send()
            .await
            .map(|tables| tables.table_names().to_vec())
            .map_err(|_| "failed")
    }

    #[tokio::test]
    async fn lost_connections_and_server_faults_are_retried() {
        let flaky = Flaky::new(2);
        let tables = list_tables(&flaky, Threading::Inline).await;
        assert_eq!(tables, Ok(vec!["ListTables".to_owned()]));
        assert_eq!(flaky.requests.load(Ordering::SeqCst), 3);
    }

    #[tokio::test]
    async fn retries_come_to_an_end() {
        let flaky = Flaky::new(usize::MAX);
        assert_eq!(list_tables(&flaky, Threading::Inline).await, Err("failed"));
        assert_eq!(flaky.requests.load(Ordering::SeqCst), 3);
    }

    #[tokio::test]
    async fn blocking_threads_give_the_same_answer() {
        let tables = list_tables(&Flaky::new(0), Threading::Blocking).await;
        assert_eq!(tables, Ok(vec!["ListTables".to_owned()]));
    }

    #[test]
    fn a_request_for_another_service_is_an_unknown_operation() {
        let mut request = HttpRequest::new(SdkBody::from("{}"));
        request
            .headers_mut()
            .insert(TARGET, "Kinesis_20131202.ListTables");
        let flaky = Flaky::new(0);
        let reply = exchange(flaky.as_ref(), &request).expect("an answer");
        assert_eq!(reply.status, 400);
        assert_eq!(flaky.requests.load(Ordering::SeqCst), 0);
    }

    #[test]
    fn a_body_that_is_not_in_memory_is_refused_without_a_retry() {
        let mut request = HttpRequest::new(SdkBody::taken());
        request
            .headers_mut()
            .insert(TARGET, "DynamoDB_20120810.ListTables");
        let error = exchange(Flaky::new(0).as_ref(), &request).expect_err("nothing to read");
        assert!(error.is_user());
    }
}
