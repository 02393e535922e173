//! Items that a mock puts into a response are decoded from the SDK's own items.

use aws_sdk_dynamodb::config::interceptors::{
    BeforeDeserializationInterceptorContextMut, FinalizerInterceptorContextMut,
};
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;
use aws_sdk_dynamodb::operation::query::QueryOutput;
use dynamo_runtime::Item;
use tests::{intercepted, with_table};

use tests::orders::{Order, order};

/// Answers in the place of DynamoDB, as a mock does: behind the deserializer.
#[derive(Debug)]
struct Mock;

impl Intercept for Mock {
    fn name(&self) -> &'static str {
        "Mock"
    }

    fn modify_before_deserialization(
        &self,
        context: &mut BeforeDeserializationInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        *context.response_mut().body_mut() = "{}".into();
        Ok(())
    }

    fn modify_before_attempt_completion(
        &self,
        context: &mut FinalizerInterceptorContextMut<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let items = [order(1), order(2)].map(|order| order.to_item());
        let items = items.into_iter().collect::<Result<Vec<_>, _>>()?;
        let output = context.output_or_error_mut().ok_or("no output yet")?;
        let output = output.as_mut().map_err(|_| "no answer")?;
        let query = output.downcast_mut::<QueryOutput>().ok_or("no query")?;
        query.count = 2;
        query.items = Some(items);
        Ok(())
    }
}

#[tokio::test]
async fn items_that_bypass_the_wire_are_decoded_from_the_sdks_items() {
    with_table::<Order>(async |db| {
        let db = intercepted::<Order>(db, Mock);
        let found = Order::query("c1").all(&db).await.expect("a query");
        assert_eq!(found, [order(1), order(2)]);
    })
    .await;
}
