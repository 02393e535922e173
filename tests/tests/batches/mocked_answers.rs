//! Items that a mock puts into a batch are decoded from the SDK's own items.

use std::collections::HashMap;

use aws_sdk_dynamodb::config::interceptors::{
    BeforeDeserializationInterceptorContextMut, FinalizerInterceptorContextMut,
};
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;
use aws_sdk_dynamodb::operation::batch_get_item::BatchGetItemOutput;
use dynamo_runtime::Item;
use tests::{intercepted, with_table};

use crate::model::{Note, note};

/// Answers in the place of DynamoDB, as a mock does: behind the deserializer.
#[derive(Debug)]
struct Mock(String);

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
        let output = context.output_or_error_mut().ok_or("no output yet")?;
        let output = output.as_mut().map_err(|_| "no answer")?;
        let output = output
            .downcast_mut::<BatchGetItemOutput>()
            .ok_or("no batch")?;
        let items = vec![note(1).to_item()?];
        output.responses = Some(HashMap::from([(self.0.clone(), items)]));
        Ok(())
    }
}

#[tokio::test]
async fn items_that_bypass_the_wire_are_decoded_from_the_sdks_items() {
    with_table::<Note>(async |db| {
        let table = db.table_name::<Note>().expect("a name").into_owned();
        let db = intercepted::<Note>(db, Mock(table));
        let keys = [note(0), note(1), note(1)].map(|note| note.to_key());
        let found = db.batch_get(keys).await.expect("a batch");
        assert_eq!(found, [None, Some(note(1)), Some(note(1))]);
    })
    .await;
}
