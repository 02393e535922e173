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

use super::{Exchange, OfSdk};

impl Exchange {
    /// Writes a batch, in the place of one without writes.
    pub(in crate::op) fn batch_write(body: Bytes) -> Self {
        static SDK: OfSdk = OnceLock::new();
        Self::writing(Written::Whole(body), &SDK, || {
            BatchWriteItem::new().config()
        })
    }

    /// Writes an item in DynamoDB's JSON, into the request of a put without one.
    pub(in crate::op) fn put(item: Vec<u8>) -> Self {
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

/// What goes into the body of a request.
enum Written {
    Whole(Bytes),
    Item(Vec<u8>),
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
            Written::Item(item) => with_item(request.body(), item)?,
        };
        let length = body.len().to_string();
        *request.body_mut() = SdkBody::from(body);
        request.headers_mut().insert("content-length", length);
        Ok(request)
    }
}

/// The body of a request with the item as its first member.
fn with_item(body: &SdkBody, item: &[u8]) -> Result<Bytes, BoxError> {
    let rest = body.bytes().and_then(|body| body.strip_prefix(b"{"));
    let rest = rest.ok_or("the SDK's request is not an object in JSON")?;
    let parts: [&[u8]; 4] = [b"{\"Item\":", item, b",", rest];
    Ok(parts.concat().into())
}
