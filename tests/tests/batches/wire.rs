//! Items of a batch pass the SDK by: it neither writes nor reads them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::config::interceptors::{
    AfterDeserializationInterceptorContextRef, BeforeDeserializationInterceptorContextMut,
    BeforeSerializationInterceptorContextRef, FinalizerInterceptorContextMut,
};
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;
use aws_sdk_dynamodb::operation::batch_get_item::BatchGetItemOutput;
use aws_sdk_dynamodb::operation::batch_write_item::BatchWriteItemInput;
use dynamo_runtime::Item;
use tests::{intercepted, with_table};

use crate::model::{Note, note, notes};

/// Counts the items the SDK has in its requests and responses.
#[derive(Debug, Clone, Default)]
struct Watch(Arc<Mutex<Vec<usize>>>);

impl Intercept for Watch {
    fn name(&self) -> &'static str {
        "Watch"
    }

    fn read_before_serialization(
        &self,
        context: &BeforeSerializationInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        if let Some(input) = context.input().downcast_ref::<BatchWriteItemInput>() {
            let items = input.request_items().into_iter().flat_map(HashMap::values);
            self.0
                .lock()
                .expect("a lock")
                .push(items.map(Vec::len).sum());
        }
        Ok(())
    }

    fn read_after_deserialization(
        &self,
        context: &AfterDeserializationInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let output = context.output_or_error().ok();
        if let Some(output) = output.and_then(|output| output.downcast_ref::<BatchGetItemOutput>())
        {
            let items = output.responses().into_iter().flat_map(HashMap::values);
            self.0
                .lock()
                .expect("a lock")
                .push(items.map(Vec::len).sum());
        }
        Ok(())
    }
}

#[tokio::test]
async fn the_sdk_never_sees_the_items_of_a_batch() {
    with_table::<Note>(async |db| {
        let watch = Watch::default();
        let db = intercepted::<Note>(db, watch.clone());
        let some = notes(3);
        db.batch_write(some.iter().map(Note::put))
            .await
            .expect("a batch");
        let found = db
            .batch_get(some.iter().map(Item::to_key))
            .await
            .expect("a batch");
        assert_eq!(found.iter().flatten().count(), 3);
        assert_eq!(*watch.0.lock().expect("a lock"), [0, 0]);
    })
    .await;
}

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
async fn what_bypasses_the_wire_is_decoded_from_the_sdks_items() {
    with_table::<Note>(async |db| {
        let table = db.table_name::<Note>().expect("a name").into_owned();
        let db = intercepted::<Note>(db, Mock(table));
        let keys = [note(0), note(1), note(1)].map(|note| note.to_key());
        let found = db.batch_get(keys).await.expect("a batch");
        assert_eq!(found, [None, Some(note(1)), Some(note(1))]);
    })
    .await;
}
