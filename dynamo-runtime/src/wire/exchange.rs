//! Bodies that go through the SDK as they are: one of ours in the place of the one it would write,
//! and the response's handed to us instead of being read by it.
//!
//! An interceptor of the client puts a serializer and a deserializer of ours before the SDK's own.
//! It is the client's and not the request's, since one of a request makes the SDK build a
//! configuration for it. What is one request's reaches it through the thread that polls the request.

use std::cell::Cell;
use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use aws_sdk_dynamodb::config::{ConfigBag, Intercept};
use aws_sdk_dynamodb::error::BoxError;
use aws_smithy_runtime_api::client::interceptors::context::{
    BeforeSerializationInterceptorContextRef, BeforeTransmitInterceptorContextMut,
    BeforeTransmitInterceptorContextRef, Error, Input, Output,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse, OrchestratorError};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::client::ser_de::{
    DeserializeResponse, SerializeRequest, SharedRequestSerializer, SharedResponseDeserializer,
};
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::config_bag::{FrozenLayer, Storable, StoreReplace};
use bytes::Bytes;

use super::direct::{Damaged, Lessons, is_intact};
use super::replay::Replay;

/// What one request brings with it.
pub(super) struct Handed {
    serializer: SharedRequestSerializer,
    deserializer: SharedResponseDeserializer,
    replay: Option<Replay>,
    lessons: Option<Arc<Lessons>>,
}

/// What a request goes on with, or teaches.
#[derive(Default)]
pub(super) struct Leads {
    /// The attempt that was made already.
    pub(super) replay: Option<Replay>,
    /// Who learns from the request.
    pub(super) lessons: Option<Arc<Lessons>>,
}

/// Who learns from a request. Requests of the library alone teach: one that a user sends by the same
/// client may have a region, an endpoint or credentials of its own.
struct Pupil(Arc<Lessons>);

impl fmt::Debug for Pupil {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pupil")
    }
}

impl Storable for Pupil {
    type Storer = StoreReplace<Self>;
}

/// Marks a request of the library, with a body of ours.
#[derive(Debug)]
pub(super) struct Ours;

impl Storable for Ours {
    type Storer = StoreReplace<Self>;
}

/// Where the body of a response is left.
#[derive(Default)]
pub(super) struct Slot(Mutex<Option<Bytes>>);

impl Slot {
    /// The body; `None` if the SDK was not led past our deserializer.
    pub(super) fn take(&self) -> Option<Bytes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// What the SDK keeps for an operation, its own serializer and deserializer among it.
pub(super) struct Layer(OnceLock<Option<FrozenLayer>>);

impl Layer {
    pub(super) const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// Hands a body over, and takes that of the response into a slot. `None` if the SDK has no
    /// serializer or deserializer to go before.
    pub(super) fn handed(
        &'static self,
        config: fn() -> Option<FrozenLayer>,
        empty: fn() -> Output,
        body: Bytes,
        slot: &Arc<Slot>,
        leads: Leads,
    ) -> Option<Handed> {
        let layer = self.0.get_or_init(config).as_ref()?;
        let serializer = BodySerializer {
            body,
            sdk: layer.load::<SharedRequestSerializer>()?,
        };
        let deserializer = BodyDeserializer {
            slot: Arc::clone(slot),
            sdk: layer.load::<SharedResponseDeserializer>()?,
            empty,
        };
        Some(Handed {
            serializer: SharedRequestSerializer::new(serializer),
            deserializer: SharedResponseDeserializer::new(deserializer),
            replay: leads.replay,
            lessons: leads.lessons,
        })
    }
}

thread_local! {
    /// What the request brings that this thread polls, until its interceptor takes it.
    static HANDED: Cell<Option<Handed>> = const { Cell::new(None) };
}

/// Sends a request of the SDK with what it brings.
pub(super) async fn send<F: Future>(handed: Handed, request: F) -> F::Output {
    let mut handed = Some(handed);
    let mut request = pin!(request);
    poll_fn(|context| {
        let lent = Lent::out(&mut handed);
        let polled = request.as_mut().poll(context);
        drop(lent);
        polled
    })
    .await
}

/// Lends to the thread while it polls; what was not taken comes back, also after a panic.
struct Lent<'h>(&'h mut Option<Handed>);

impl<'h> Lent<'h> {
    fn out(handed: &'h mut Option<Handed>) -> Self {
        HANDED.set(handed.take());
        Self(handed)
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        *self.0 = HANDED.take();
    }
}

/// Puts what a request brings in its place, and learns how the SDK sends.
#[derive(Debug)]
pub(super) struct WireInterceptor;

impl WireInterceptor {
    pub(super) const NAME: &str = "DynamoWire";
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
        if let Some(handed) = HANDED.take() {
            let state = config.interceptor_state();
            state.store_put(Ours);
            state.store_put(handed.serializer);
            state.store_put(handed.deserializer);
            if let Some(replay) = handed.replay {
                state.store_put(replay);
            }
            if let Some(lessons) = handed.lessons {
                state.store_put(Pupil(lessons));
            }
        }
        Ok(())
    }

    fn modify_before_transmit(
        &self,
        context: &mut BeforeTransmitInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if let Some(replay) = config.load::<Replay>() {
            context.request_mut().add_extension(replay.clone());
        }
        Ok(())
    }

    fn read_before_transmit(
        &self,
        context: &BeforeTransmitInterceptorContextRef<'_>,
        components: &RuntimeComponents,
        config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        // An attempt that is not sent teaches nothing, and neither does one after it.
        if let Some(Pupil(lessons)) = config.load::<Pupil>()
            && config.load::<Replay>().is_none()
        {
            lessons.learn(context.request(), components, config);
        }
        Ok(())
    }
}

/// Makes the SDK's request, headers and all, with a body of ours.
struct BodySerializer {
    body: Bytes,
    sdk: &'static SharedRequestSerializer,
}

impl fmt::Debug for BodySerializer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BodySerializer")
    }
}

impl SerializeRequest for BodySerializer {
    fn serialize_input(
        &self,
        input: Input,
        config: &mut ConfigBag,
    ) -> Result<HttpRequest, BoxError> {
        let mut request = self.sdk.serialize_input(input, config)?;
        let length = self.body.len().to_string();
        *request.body_mut() = SdkBody::from(self.body.clone());
        request.headers_mut().insert("content-length", length);
        Ok(request)
    }
}

/// Keeps the body of a good response; all others are the SDK's.
struct BodyDeserializer {
    slot: Arc<Slot>,
    sdk: &'static SharedResponseDeserializer,
    empty: fn() -> Output,
}

impl fmt::Debug for BodyDeserializer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BodyDeserializer")
    }
}

impl DeserializeResponse for BodyDeserializer {
    fn deserialize_nonstreaming_with_config(
        &self,
        response: &HttpResponse,
        config: &ConfigBag,
    ) -> Result<Output, OrchestratorError<Error>> {
        let body = response.body().bytes();
        let Some(body) = body.filter(|_| response.status().as_u16() == 200) else {
            return self
                .sdk
                .deserialize_nonstreaming_with_config(response, config);
        };
        if !is_intact(response.headers().get("x-amz-crc32"), body) {
            return Err(OrchestratorError::response(Damaged.into()));
        }
        let mut slot = self.slot.0.lock().unwrap_or_else(PoisonError::into_inner);
        *slot = Some(Bytes::copy_from_slice(body));
        Ok((self.empty)())
    }
}
