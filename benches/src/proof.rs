//! That what is measured is what is meant: the fast path was taken, and requests are the same.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;
use aws_sdk_dynamodb::operation::query::QueryOutput;
use aws_smithy_runtime_api::client::interceptors::context::AfterDeserializationInterceptorContextRef;
use dynamo_runtime::Db;
use tokio::runtime::Runtime;

use crate::items::Order;
use crate::peers::sdk::Canned;

/// Sees what the SDK made of a response.
#[derive(Debug, Clone, Default)]
struct Spy {
    counted: Arc<AtomicUsize>,
    parsed: Arc<AtomicUsize>,
}

impl Intercept for Spy {
    fn name(&self) -> &'static str {
        "Spy"
    }

    fn read_after_deserialization(
        &self,
        context: &AfterDeserializationInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if let Ok(output) = context.output_or_error()
            && let Some(output) = output.downcast_ref::<QueryOutput>()
        {
            self.counted.store(usize::try_from(output.count)?, Relaxed);
            self.parsed.store(output.items().len(), Relaxed);
        }
        Ok(())
    }
}

/// Asserts that the SDK was given none of a page's items, and the library has them all.
pub fn pages_are_decoded_from_the_wire(runtime: &Runtime, body: &'static [u8], count: usize) {
    let (client, _) = Canned::client(body);
    let spy = Spy::default();
    let config = client.config().to_builder().interceptor(spy.clone());
    let db = Db::new(Client::from_conf(config.build()));
    let page = runtime
        .block_on(Order::query("client_123").send(&db))
        .expect("a page");
    assert_eq!(page.items.len(), count);
    assert_eq!(spy.counted.load(Relaxed), count, "the SDK was asked");
    assert_eq!(
        spy.parsed.load(Relaxed),
        0,
        "the SDK parsed items: the fast path was not taken"
    );
}

/// Asserts that two requests say the same.
pub fn same_json(one: &[u8], other: &[u8]) {
    let parsed = |text: &[u8]| serde_json::from_slice::<serde_json::Value>(text).expect("JSON");
    assert_eq!(parsed(one), parsed(other), "the requests differ");
}
