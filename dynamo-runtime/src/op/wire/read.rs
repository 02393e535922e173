//! Items decoded from the response's JSON.
//!
//! On success our deserializer decodes the items into their struct and hands the SDK's own the same
//! response with the items taken out, so that everything else, counts, last key, capacity, request
//! id, comes as always. Any other response goes to the SDK untouched, and so does one that is not
//! well formed.

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use aws_sdk_dynamodb::config::ConfigBag;
use aws_sdk_dynamodb::operation::batch_get_item::BatchGetItem;
use aws_sdk_dynamodb::operation::get_item::GetItem;
use aws_sdk_dynamodb::operation::query::Query;
use aws_sdk_dynamodb::operation::scan::Scan;
use aws_smithy_runtime_api::client::interceptors::context::{Error, Output};
use aws_smithy_runtime_api::client::orchestrator::{HttpResponse, OrchestratorError};
use aws_smithy_runtime_api::client::runtime_plugin::RuntimePlugin;
use aws_smithy_runtime_api::client::ser_de::{DeserializeResponse, SharedResponseDeserializer};
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::config_bag::FrozenLayer;

use super::{Exchange, OfSdk};
use crate::codec::{DecodeError, Decoder};
use crate::item::Record;
use crate::op::pager::LastKey;
use crate::op::records::Records;
use crate::op::sieve::{Sieve, Verdict};

/// Reads the items of a response.
pub(in crate::op) trait ReadBody: Send + Sync + 'static {
    /// Reads them from the response's body and returns where they stand; `None` where it has none,
    /// or is not well formed.
    fn read(&self, body: &[u8]) -> Option<Taken>;
}

/// What is taken out of a body, and what the SDK reads in its place.
pub(in crate::op) struct Taken {
    pub(in crate::op) range: Range<usize>,
    pub(in crate::op) rest: &'static [u8],
}

/// Where the deserializer leaves the records of the page.
pub(in crate::op) struct Slot<T> {
    sieve: Sieve,
    records: Mutex<Option<Records<T>>>,
}

impl<T: Record> Slot<T> {
    pub(in crate::op) fn new(sieve: Sieve) -> Arc<Self> {
        Arc::new(Self {
            sieve,
            records: Mutex::new(None),
        })
    }

    fn put(&self, records: Records<T>) {
        *self.records.lock().unwrap_or_else(PoisonError::into_inner) = Some(records);
    }

    /// The records; of the SDK's items where it was not led past our deserializer.
    pub(in crate::op) fn take(&self, items: Option<Vec<LastKey>>) -> Records<T> {
        let read = self
            .records
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        read.unwrap_or_else(|| self.sieve.sift(items.unwrap_or_default()))
    }
}

impl<T: Record> ReadBody for Slot<T> {
    fn read(&self, body: &[u8]) -> Option<Taken> {
        let (records, range) = page(body, &self.sieve)?;
        self.put(records);
        Some(Taken { range, rest: b"[]" })
    }
}

impl Exchange {
    /// Reads the items of a `Query`.
    pub(in crate::op) fn query<R: ReadBody>(observed: bool, reader: &Arc<R>) -> Option<Self> {
        static SDK: OfSdk = OnceLock::new();
        Self::reading(observed, reader, &SDK, || Query::new().config())
    }

    /// Reads the items of a `Scan`.
    pub(in crate::op) fn scan<R: ReadBody>(observed: bool, reader: &Arc<R>) -> Option<Self> {
        static SDK: OfSdk = OnceLock::new();
        Self::reading(observed, reader, &SDK, || Scan::new().config())
    }

    /// Reads the item of a `GetItem`.
    pub(in crate::op) fn get<R: ReadBody>(observed: bool, reader: &Arc<R>) -> Option<Self> {
        static SDK: OfSdk = OnceLock::new();
        Self::reading(observed, reader, &SDK, || GetItem::new().config())
    }

    /// Reads the items of a `BatchGetItem`.
    pub(in crate::op) fn batch_get<R: ReadBody>(observed: bool, reader: &Arc<R>) -> Option<Self> {
        static SDK: OfSdk = OnceLock::new();
        Self::reading(observed, reader, &SDK, || BatchGetItem::new().config())
    }

    /// None if the SDK has no deserializer to go before, or an interceptor of the caller's is to find
    /// the items in the response.
    fn reading<R: ReadBody>(
        observed: bool,
        reader: &Arc<R>,
        sdk: &'static OfSdk,
        layer: impl FnOnce() -> Option<FrozenLayer>,
    ) -> Option<Self> {
        if observed {
            return None;
        }
        let deserializer = WireDeserializer {
            reader: Arc::clone(reader),
            sdk: sdk
                .get_or_init(layer)
                .as_ref()?
                .load::<SharedResponseDeserializer>()?,
        };
        Some(Self::Deserializer(SharedResponseDeserializer::new(
            deserializer,
        )))
    }
}

struct WireDeserializer<R> {
    reader: Arc<R>,
    sdk: &'static SharedResponseDeserializer,
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
        let body = response
            .body()
            .bytes()
            .filter(|_| response.status().is_success());
        let taken = body.and_then(|body| Some((body, self.reader.read(body)?)));
        let Some((body, taken)) = taken else {
            return self
                .sdk
                .deserialize_nonstreaming_with_config(response, config);
        };
        self.sdk
            .deserialize_nonstreaming_with_config(&without(response, body, &taken), config)
    }
}

/// The records of a page and where their array stands; `None` where the body is not well formed.
pub(crate) fn page<T: Record>(body: &[u8], sieve: &Sieve) -> Option<(Records<T>, Range<usize>)> {
    let mut decoder = Decoder::json(body).ok()?;
    decoder.begin_object().ok()?;
    let mut count = 0;
    let mut found = None;
    while let Some(member) = decoder.next_member().ok()? {
        match &*member {
            "Count" => count = decoder.plain_count().ok()?,
            "Items" => {
                let start = decoder.position();
                let records = items::<T>(&mut decoder, count, sieve)?;
                found = Some((records, start..decoder.position()));
            }
            _ => {
                decoder.skip_plain().ok()?;
            }
        }
    }
    decoder.finish().ok()?;
    found
}

/// Decodes the array of items. One that is not of its type is kept as it is stored, and the rest
/// is read; what stands behind the last one that is wanted is passed over.
fn items<T: Record>(decoder: &mut Decoder<'_>, count: usize, sieve: &Sieve) -> Option<Records<T>> {
    decoder.begin_array().ok()?;
    let mut records = Records::with_capacity(sieve.room(count));
    let mut last = 0;
    while decoder.next_in_array().ok()? {
        let item = decoder.position();
        let decoded = T::decode(decoder);
        match sieve.judge(&decoded, records.len()) {
            Verdict::Given => match decoded {
                Ok(record) => {
                    records.push(record);
                    last = item;
                }
                Err(error) => records.push_failed(with_stored(error, decoder, item)?),
            },
            Verdict::LeftOut => records.leave_out(),
            Verdict::Refused => {
                records.refuse();
                skip_rest(decoder, item)?;
                break;
            }
            Verdict::Behind => {
                decoder.rewind_to_item(last).ok()?;
                records.cut_at(decoder.attributes(&sieve.key_names()).ok()?);
                skip_rest(decoder, item)?;
                break;
            }
        }
    }
    Some(records)
}

/// Passes over the item that begins at a position, and over all behind it.
#[cold]
fn skip_rest(decoder: &mut Decoder<'_>, position: usize) -> Option<()> {
    decoder.skip_item_from(position).ok()?;
    while decoder.next_in_array().ok()? {
        decoder.skip_plain().ok()?;
    }
    Some(())
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
