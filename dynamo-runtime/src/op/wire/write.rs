//! Items written as JSON, and put into the request that the SDK makes without them.
//!
//! The SDK's own serializer makes the request, headers and all; one of ours around it changes the
//! body. Retries and signing come after and see ours.

use std::fmt;
use std::sync::OnceLock;

use aws_sdk_dynamodb::config::ConfigBag;
use aws_sdk_dynamodb::error::BoxError;
use aws_sdk_dynamodb::operation::batch_write_item::BatchWriteItem;
use aws_sdk_dynamodb::operation::put_item::PutItem;
use aws_smithy_runtime_api::client::interceptors::context::Input;
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use aws_smithy_runtime_api::client::runtime_plugin::RuntimePlugin;
use aws_smithy_runtime_api::client::ser_de::{SerializeRequest, SharedRequestSerializer};
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::config_bag::FrozenLayer;
use bytes::Bytes;

use super::Exchange;
use crate::op::batch::Entry;

/// What mostly goes around the writes: the names of the members and of a table.
const FRAME_BYTES: usize = 256;

/// The JSON of a request under construction.
pub(in crate::op) struct RequestBody {
    text: Vec<u8>,
    metered: bool,
}

impl RequestBody {
    /// A body with room for writes of so many bytes.
    pub(in crate::op) fn new(metered: bool, writes: usize) -> Self {
        let mut text = Vec::with_capacity(writes + FRAME_BYTES);
        text.extend_from_slice(b"{\"RequestItems\":{");
        Self { text, metered }
    }

    /// Adds the writes to one table. Names of tables need no escapes.
    pub(in crate::op) fn table<'e>(
        &mut self,
        name: &str,
        entries: impl Iterator<Item = &'e Entry>,
    ) {
        self.separate(b'{');
        self.raw("\"");
        self.raw(name);
        self.raw("\":[");
        for entry in entries {
            self.separate(b'[');
            entry.write(&mut self.text);
        }
        self.raw("]");
    }

    fn finish(mut self) -> Bytes {
        self.raw("}");
        if self.metered {
            self.raw(",\"ReturnConsumedCapacity\":\"TOTAL\"");
        }
        self.raw("}");
        self.text.into()
    }

    fn separate(&mut self, opening: u8) {
        if self.text.last() != Some(&opening) {
            self.text.push(b',');
        }
    }

    fn raw(&mut self, text: &str) {
        self.text.extend_from_slice(text.as_bytes());
    }
}

/// What the SDK keeps for an operation, its own serializer among it.
type OfSdk = OnceLock<Option<FrozenLayer>>;

impl Exchange {
    /// Writes a batch, in the place of one without writes.
    pub(in crate::op) fn batch_write(body: RequestBody) -> Self {
        static SDK: OfSdk = OnceLock::new();
        Self::writing(Written::Whole(body.finish()), &SDK, || {
            BatchWriteItem::new().config()
        })
    }

    /// Writes an item, into the request of a put without one.
    pub(in crate::op) fn put(item: Splice) -> Self {
        static SDK: OfSdk = OnceLock::new();
        Self::writing(Written::Item(item), &SDK, || PutItem::new().config())
    }

    fn writing(
        written: Written,
        sdk: &'static OfSdk,
        layer: impl FnOnce() -> Option<FrozenLayer>,
    ) -> Self {
        let sdk = sdk.get_or_init(layer).as_ref();
        Self::Serializer(SharedRequestSerializer::new(WireSerializer {
            written,
            sdk: sdk.and_then(|sdk| sdk.load::<SharedRequestSerializer>()),
        }))
    }
}

/// An item in DynamoDB's JSON.
pub(in crate::op) struct Splice(pub(in crate::op) Vec<u8>);

/// What goes into the body of a request.
enum Written {
    Whole(Bytes),
    Item(Splice),
}

struct WireSerializer {
    written: Written,
    sdk: Option<&'static SharedRequestSerializer>,
}

impl fmt::Debug for WireSerializer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WireSerializer")
    }
}

impl SerializeRequest for WireSerializer {
    fn serialize_input(
        &self,
        input: Input,
        config: &mut ConfigBag,
    ) -> Result<HttpRequest, BoxError> {
        // Without it nothing can be sent: the SDK's own request has no items in it.
        let sdk = self
            .sdk
            .ok_or("the SDK has no serializer for this operation")?;
        let mut request = sdk.serialize_input(input, config)?;
        let body = match &self.written {
            Written::Whole(body) => body.clone(),
            Written::Item(item) => item.with(request.body())?,
        };
        let length = body.len().to_string();
        *request.body_mut() = SdkBody::from(body);
        request.headers_mut().insert("content-length", length);
        Ok(request)
    }
}

impl Splice {
    /// The body with the item as its first member.
    fn with(&self, body: &SdkBody) -> Result<Bytes, BoxError> {
        let rest = body.bytes().and_then(|body| body.strip_prefix(b"{"));
        let rest = rest.ok_or("the SDK's request is not an object in JSON")?;
        let parts: [&[u8]; 4] = [b"{\"Item\":", &self.0, b",", rest];
        Ok(parts.concat().into())
    }
}
