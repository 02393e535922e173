//! The body of a batch write, written from the encoded items and put in the place of the SDK's.
//!
//! The SDK's own serializer makes the request, headers and all, over a batch without writes; a
//! serializer of ours around it exchanges the body. Retries and signing come after and see ours.

use std::fmt;
use std::sync::OnceLock;

use aws_sdk_dynamodb::config::{ConfigBag, Intercept};
use aws_sdk_dynamodb::error::BoxError;
use aws_sdk_dynamodb::operation::batch_write_item::BatchWriteItem;
use aws_smithy_runtime_api::client::interceptors::context::{
    BeforeSerializationInterceptorContextRef, Input,
};
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use aws_smithy_runtime_api::client::runtime_plugin::RuntimePlugin;
use aws_smithy_runtime_api::client::ser_de::{SerializeRequest, SharedRequestSerializer};
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::config_bag::FrozenLayer;
use bytes::Bytes;

use super::entry::Entry;

/// What mostly goes around the writes: the names of the members and of a table.
const FRAME_BYTES: usize = 256;

/// The JSON of a request under construction.
pub(super) struct RequestBody {
    text: Vec<u8>,
    metered: bool,
}

impl RequestBody {
    /// A body with room for writes of so many bytes.
    pub(super) fn new(metered: bool, writes: usize) -> Self {
        let mut text = Vec::with_capacity(writes + FRAME_BYTES);
        text.extend_from_slice(b"{\"RequestItems\":{");
        Self { text, metered }
    }

    /// Adds the writes to one table. Names of tables need no escapes.
    pub(super) fn table<'e>(&mut self, name: &str, entries: impl Iterator<Item = &'e Entry>) {
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

/// Exchanges the body of one request.
pub(super) struct BodyInterceptor {
    body: Bytes,
    sdk: Option<FrozenLayer>,
}

impl BodyInterceptor {
    pub(super) fn batch_write(body: RequestBody) -> Self {
        static LAYER: OnceLock<Option<FrozenLayer>> = OnceLock::new();
        let sdk = LAYER.get_or_init(|| BatchWriteItem::new().config()).clone();
        let body = body.finish();
        Self { body, sdk }
    }
}

impl fmt::Debug for BodyInterceptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BodyInterceptor")
    }
}

impl Intercept for BodyInterceptor {
    fn name(&self) -> &'static str {
        "DynamoWireEncoding"
    }

    fn read_before_execution(
        &self,
        _: &BeforeSerializationInterceptorContextRef<'_>,
        config: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let sdk = self.sdk.as_ref();
        let sdk = sdk.and_then(|layer| layer.load::<SharedRequestSerializer>());
        let serializer = BodySerializer {
            body: self.body.clone(),
            // Without it nothing can be sent: the SDK's own request has no writes in it.
            sdk: sdk
                .ok_or("the SDK has no serializer for this operation")?
                .clone(),
        };
        config
            .interceptor_state()
            .store_put(SharedRequestSerializer::new(serializer));
        Ok(())
    }
}

struct BodySerializer {
    body: Bytes,
    sdk: SharedRequestSerializer,
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
        *request.body_mut() = SdkBody::from(self.body.clone());
        let length = self.body.len().to_string();
        request.headers_mut().insert("content-length", length);
        Ok(request)
    }
}
