//! Bodies that pass through the SDK unchanged: ours replaces the one it would write, and the
//! response's is handed to us instead of being parsed by it.
//!
//! An interceptor of the client installs our serializer and deserializer in front of the SDK's own.
//! It belongs to the client and not to the request, since an interceptor of a request makes the SDK
//! build a configuration for it. The data of a single request reaches it through the thread that
//! polls the request.

use std::cell::Cell;
use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use aws_sdk_dynamodb::config::{ConfigBag, Intercept};
use aws_sdk_dynamodb::error::BoxError;
use aws_smithy_runtime_api::client::interceptors::context::{
    BeforeSerializationInterceptorContextRef, BeforeTransmitInterceptorContextMut,
    BeforeTransmitInterceptorContextRef, Error, FinalizerInterceptorContextRef, Input, Output,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse, OrchestratorError};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::client::ser_de::{
    DeserializeResponse, SerializeRequest, SharedRequestSerializer, SharedResponseDeserializer,
};
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::config_bag::{FrozenLayer, Storable, StoreReplace};
use bytes::Bytes;

use super::direct::{Damaged, Lessons, checksum, is_intact};
use super::replay::Replay;
use super::trail::Trail;

/// The data of one request.
pub(super) struct Handed {
    serializer: SharedRequestSerializer,
    deserializer: SharedResponseDeserializer,
    replay: Option<Replay>,
    lessons: Option<Arc<Lessons>>,
    trail: Option<Trail>,
}

/// The previous attempt of a request, and who learns from it.
#[derive(Default)]
pub(super) struct Leads {
    /// The attempt that was already made.
    pub(super) replay: Option<Replay>,
    /// Who learns from the request.
    pub(super) lessons: Option<Arc<Lessons>>,
    /// Where its attempts are noted.
    pub(super) trail: Option<Trail>,
}

/// Who learns from a request. Only the library's own requests are learned from: one that a user
/// sends with the same client may have another region, endpoint or credentials.
struct Pupil(Arc<Lessons>);

impl fmt::Debug for Pupil {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pupil")
    }
}

impl Storable for Pupil {
    type Storer = StoreReplace<Self>;
}

/// Marks a request of the library, with our body.
#[derive(Debug)]
pub(super) struct Ours;

impl Storable for Ours {
    type Storer = StoreReplace<Self>;
}

/// Receives the body of a response.
#[derive(Default)]
pub(super) struct BodySlot(Mutex<Option<Bytes>>);

impl BodySlot {
    /// Takes the body; `None` if the SDK did not call our deserializer.
    pub(super) fn take(&self) -> Option<Bytes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// The SDK's configuration of an operation, including its serializer and deserializer.
pub(super) struct Layer(OnceLock<Option<FrozenLayer>>);

impl Layer {
    pub(super) const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// Hands over a body, and receives the response's in a slot. `None` if the SDK has no
    /// serializer or deserializer to replace.
    pub(super) fn handed(
        &'static self,
        config: fn() -> Option<FrozenLayer>,
        empty: fn() -> Output,
        body: Bytes,
        slot: &Arc<BodySlot>,
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
            trail: leads.trail,
        })
    }
}

thread_local! {
    /// The data of the request that this thread polls, until its interceptor takes it.
    static HANDED: Cell<Option<Handed>> = const { Cell::new(None) };
}

/// Sends a request of the SDK with its data.
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

/// Lends the data to the thread while it polls; whatever was not taken comes back, even after a
/// panic.
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

/// Installs the data of a request, and learns how the SDK sends.
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
            if let Some(trail) = handed.trail {
                state.store_put(trail);
            }
        }
        Ok(())
    }

    fn read_after_attempt(
        &self,
        context: &FinalizerInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if let Some(trail) = config.load::<Trail>() {
            let failure = context.output_or_error().and_then(Result::err);
            let failure = failure.and_then(OrchestratorError::as_operation_error);
            trail.note(failure.map(|failure| failure as _));
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
        // Nothing is learned from an attempt that is not sent, or from one after it.
        if let Some(Pupil(lessons)) = config.load::<Pupil>()
            && config.load::<Replay>().is_none()
        {
            lessons.learn(context.request(), components, config);
        }
        Ok(())
    }
}

/// Builds the SDK's request with all its headers, but with our body.
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

/// Keeps the body of a successful response; all others are left to the SDK.
struct BodyDeserializer {
    slot: Arc<BodySlot>,
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
        if !is_intact(checksum(response), body) {
            return Err(OrchestratorError::response(Damaged.into()));
        }
        let mut slot = self.slot.0.lock().unwrap_or_else(PoisonError::into_inner);
        *slot = Some(Bytes::copy_from_slice(body));
        Ok((self.empty)())
    }
}
