//! Items decoded from the response's JSON instead of through the SDK's map of attribute values.
//!
//! An interceptor puts a response deserializer of ours before the SDK's. On success it decodes the
//! items into their struct and hands the SDK's own deserializer the same response with the items
//! taken out, so that everything else, counts, last key, capacity, request id, comes as always. Any
//! other response goes to the SDK untouched, and so does one that is not well formed. This is
//! public API of the SDK but not a documented contract, so callers decode from the SDK's items
//! where the reader was not called.

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use aws_sdk_dynamodb::config::{Builder, ConfigBag, Intercept, SharedInterceptor};
use aws_sdk_dynamodb::error::BoxError;
use aws_sdk_dynamodb::operation::batch_get_item::BatchGetItem;
use aws_sdk_dynamodb::operation::get_item::GetItem;
use aws_sdk_dynamodb::operation::query::Query;
use aws_sdk_dynamodb::operation::scan::Scan;
use aws_smithy_runtime_api::client::interceptors::context::{
    BeforeSerializationInterceptorContextRef, Error, Output,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpResponse, OrchestratorError};
use aws_smithy_runtime_api::client::runtime_plugin::RuntimePlugin;
use aws_smithy_runtime_api::client::ser_de::{DeserializeResponse, SharedResponseDeserializer};
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::config_bag::FrozenLayer;

use super::records::Records;
use crate::codec::{DecodeError, Decoder};
use crate::item::Record;

/// Reads the items of a response.
pub(super) trait ReadBody: Send + Sync + 'static {
    /// Reads them from the response's body and returns where they stand; `None` where it has none,
    /// or is not well formed.
    fn read(&self, body: &[u8]) -> Option<Taken>;
}

/// What is taken out of a body, and what the SDK reads in its place.
pub(super) struct Taken {
    pub(super) range: Range<usize>,
    pub(super) rest: &'static [u8],
}

/// Where the deserializer leaves the records of the page.
pub(super) struct Slot<T>(Mutex<Option<Records<T>>>);

impl<T> Slot<T> {
    fn put(&self, records: Records<T>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(records);
    }

    /// The records, or `None` where the SDK was not led past our deserializer.
    pub(super) fn take(&self) -> Option<Records<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl<T: Record> ReadBody for Slot<T> {
    fn read(&self, body: &[u8]) -> Option<Taken> {
        let (records, range) = page(body)?;
        self.put(records);
        Some(Taken { range, rest: b"[]" })
    }
}

/// Puts our deserializer before that of the SDK, for one request.
pub(super) struct WireInterceptor<R> {
    reader: Arc<R>,
    sdk: Option<FrozenLayer>,
}

impl<T: Record> WireInterceptor<Slot<T>> {
    /// The interceptor of a `Query`, and where it leaves the records.
    pub(super) fn query() -> (Self, Arc<Slot<T>>) {
        static LAYER: OnceLock<Option<FrozenLayer>> = OnceLock::new();
        Self::over(LAYER.get_or_init(|| Query::new().config()).clone())
    }

    /// The interceptor of a `Scan`, and where it leaves the records.
    pub(super) fn scan() -> (Self, Arc<Slot<T>>) {
        static LAYER: OnceLock<Option<FrozenLayer>> = OnceLock::new();
        Self::over(LAYER.get_or_init(|| Scan::new().config()).clone())
    }

    fn over(sdk: Option<FrozenLayer>) -> (Self, Arc<Slot<T>>) {
        let slot = Arc::new(Slot(Mutex::new(None)));
        let reader = Arc::clone(&slot);
        (Self { reader, sdk }, slot)
    }
}

impl<R: ReadBody> WireInterceptor<R> {
    /// The interceptor of a `GetItem`.
    pub(super) fn get(reader: Arc<R>) -> Self {
        static LAYER: OnceLock<Option<FrozenLayer>> = OnceLock::new();
        let sdk = LAYER.get_or_init(|| GetItem::new().config()).clone();
        Self { reader, sdk }
    }

    /// The interceptor of a `BatchGetItem`.
    pub(super) fn batch_get(reader: Arc<R>) -> Self {
        static LAYER: OnceLock<Option<FrozenLayer>> = OnceLock::new();
        let sdk = LAYER.get_or_init(|| BatchGetItem::new().config()).clone();
        Self { reader, sdk }
    }
}

/// The configuration of a request that an interceptor of ours takes part in.
///
/// A permanent one, unlike that of `customize().interceptor(…)`, is not asked at each of the SDK's
/// twenty hooks whether it was disabled.
pub(super) fn intercepted_by(interceptor: impl Intercept + 'static) -> Builder {
    let mut config = Builder::default();
    config.push_interceptor(SharedInterceptor::permanent(interceptor));
    config
}

impl<R> fmt::Debug for WireInterceptor<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WireInterceptor")
    }
}

impl<R: ReadBody> Intercept for WireInterceptor<R> {
    fn name(&self) -> &'static str {
        "DynamoWireDecoding"
    }

    fn read_before_execution(
        &self,
        _: &BeforeSerializationInterceptorContextRef<'_>,
        config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if let Some(sdk) = &self.sdk {
            let deserializer = WireDeserializer {
                reader: Arc::clone(&self.reader),
                sdk: sdk.clone(),
            };
            config
                .interceptor_state()
                .store_put(SharedResponseDeserializer::new(deserializer));
        }
        Ok(())
    }
}

struct WireDeserializer<R> {
    reader: Arc<R>,
    sdk: FrozenLayer,
}

impl<R> fmt::Debug for WireDeserializer<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WireDeserializer")
    }
}

impl<R: ReadBody> DeserializeResponse for WireDeserializer<R> {
    fn deserialize_nonstreaming_with_config(
        &self,
        response: &HttpResponse,
        config: &ConfigBag,
    ) -> Result<Output, OrchestratorError<Error>> {
        let Some(sdk) = self.sdk.load::<SharedResponseDeserializer>() else {
            return Err(OrchestratorError::other(
                "the SDK has no deserializer for this operation",
            ));
        };
        let body = response
            .body()
            .bytes()
            .filter(|_| response.status().is_success());
        let taken = body.and_then(|body| Some((body, self.reader.read(body)?)));
        let Some((body, taken)) = taken else {
            return sdk.deserialize_nonstreaming_with_config(response, config);
        };
        sdk.deserialize_nonstreaming_with_config(&without(response, body, &taken), config)
    }
}

/// The records of a page and where their array stands; `None` where the body is not well formed.
pub(crate) fn page<T: Record>(body: &[u8]) -> Option<(Records<T>, Range<usize>)> {
    let mut decoder = Decoder::json(body).ok()?;
    decoder.begin_object().ok()?;
    let mut count = 0;
    let mut found = None;
    while let Some(member) = decoder.next_member().ok()? {
        match &*member {
            "Count" => count = decoder.plain_count().ok()?,
            "Items" => found = Some(items::<T>(&mut decoder, count)?),
            _ => {
                decoder.skip_plain().ok()?;
            }
        }
    }
    decoder.finish().ok()?;
    found
}

/// Decodes the array of items. One that is not of its type is kept as it is stored, and the rest
/// is read.
fn items<T: Record>(decoder: &mut Decoder<'_>, count: usize) -> Option<(Records<T>, Range<usize>)> {
    let start = decoder.position();
    decoder.begin_array().ok()?;
    // The count is the server's word; it may size the vector only so far.
    let mut records = Records::with_capacity(count.min(4096));
    while decoder.next_in_array().ok()? {
        let item = decoder.position();
        match T::decode(decoder) {
            Ok(record) => records.push(record),
            Err(error) => records.push_failed(with_stored(error, decoder, item)?),
        }
    }
    Some((records, start..decoder.position()))
}

/// Reads the item that begins at a position for the error it gave, and passes over it.
#[cold]
fn with_stored(
    error: DecodeError,
    decoder: &mut Decoder<'_>,
    position: usize,
) -> Option<DecodeError> {
    decoder.rewind_to_item(position).ok()?;
    let stored = decoder.item().ok();
    decoder.skip_item_from(position).ok()?;
    Some(match stored {
        Some(stored) => error.with_stored(stored),
        None => error,
    })
}

/// The same response with its items taken out.
fn without(response: &HttpResponse, body: &[u8], taken: &Taken) -> HttpResponse {
    let Taken { range, rest } = taken;
    let mut left = Vec::with_capacity(body.len() - range.len() + rest.len());
    left.extend_from_slice(&body[..range.start]);
    left.extend_from_slice(rest);
    left.extend_from_slice(&body[range.end..]);
    let mut emptied = HttpResponse::new(response.status(), SdkBody::from(left));
    *emptied.headers_mut() = response.headers().clone();
    emptied
}
