//! Items that go straight between structs and JSON, past the SDK's map of attribute values.
//!
//! An interceptor of the client puts a deserializer or a serializer of ours before the SDK's own,
//! which does all the rest. This is public API of the SDK but not a documented contract, so what
//! reads decodes from the SDK's items where its reader was not called.
//!
//! A client with interceptors of the caller's own is left to the SDK: they are to find the items in
//! its requests and responses, to encrypt them for instance.
//!
//! The interceptor is the client's and not the request's, since one of a request makes the SDK
//! build a configuration for it and box its future, which costs more than a small page to decode.
//! What is one request's comes to it through the thread that polls the request.

mod read;
mod write;

pub(crate) use read::page;
pub(super) use read::{ReadBody, Slot, Taken};

use std::cell::Cell;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::OnceLock;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, SharedInterceptor};
use aws_sdk_dynamodb::error::BoxError;
use aws_smithy_runtime_api::client::interceptors::context::BeforeSerializationInterceptorContextRef;
use aws_smithy_runtime_api::client::ser_de::{SharedRequestSerializer, SharedResponseDeserializer};
use aws_smithy_types::config_bag::FrozenLayer;
use tracing::Span;

/// What takes the place of a part of the SDK, for one request.
pub(super) enum Exchange {
    Deserializer(SharedResponseDeserializer),
    Serializer(SharedRequestSerializer),
}

/// What the SDK keeps for an operation, its own deserializer and serializer among it.
type OfSdk = OnceLock<Option<FrozenLayer>>;

thread_local! {
    /// That of the request which this thread polls, until its interceptor takes it.
    static HANDED: Cell<Option<Exchange>> = const { Cell::new(None) };
}

/// Sends a request with its exchange, inside of a span.
pub(super) async fn send<F: Future>(
    mut exchange: Option<Exchange>,
    span: Span,
    request: impl FnOnce() -> F,
) -> F::Output {
    let mut request = pin!(request());
    poll_fn(|context| {
        let _entered = span.enter();
        let handed = Handed::over(&mut exchange);
        let polled = request.as_mut().poll(context);
        drop(handed);
        polled
    })
    .await
}

/// An exchange that is handed over; what was not taken is given back in the end.
struct Handed<'e>(&'e mut Option<Exchange>);

impl<'e> Handed<'e> {
    fn over(exchange: &'e mut Option<Exchange>) -> Self {
        HANDED.set(exchange.take());
        Self(exchange)
    }
}

impl Drop for Handed<'_> {
    fn drop(&mut self) {
        *self.0 = HANDED.take();
    }
}

/// Puts the exchange of a request in its place.
#[derive(Debug)]
struct WireInterceptor;

impl WireInterceptor {
    const NAME: &str = "DynamoWire";
}

impl Intercept for WireInterceptor {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn read_before_execution(
        &self,
        _: &BeforeSerializationInterceptorContextRef<'_>,
        config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        match HANDED.take() {
            Some(Exchange::Deserializer(deserializer)) => {
                config.interceptor_state().store_put(deserializer);
            }
            Some(Exchange::Serializer(serializer)) => {
                config.interceptor_state().store_put(serializer);
            }
            None => {}
        }
        Ok(())
    }
}

/// The same client with our interceptor, and whether there are others that may want to see or
/// change what is written and read.
pub(crate) fn intercepted(client: Client) -> (Client, bool) {
    let is_own = |interceptor: &SharedInterceptor| interceptor.name() == WireInterceptor::NAME;
    let config = client.config();
    let observed = config.interceptors().any(|other| !is_own(&other));
    if config.interceptors().any(|other| is_own(&other)) {
        return (client, observed);
    }
    let mut config = config.to_builder();
    // A permanent one is not asked at each of the SDK's twenty hooks whether it was disabled.
    config.push_interceptor(SharedInterceptor::permanent(WireInterceptor));
    (Client::from_conf(config.build()), observed)
}
