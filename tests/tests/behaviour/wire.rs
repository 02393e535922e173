//! Items are decoded from the wire; what a mock puts in their place is decoded from the SDK's own
//! items.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::config::interceptors::{
    AfterDeserializationInterceptorContextRef, BeforeDeserializationInterceptorContextMut,
    FinalizerInterceptorContextMut,
};
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;
use aws_sdk_dynamodb::operation::get_item::GetItemOutput;
use aws_sdk_dynamodb::operation::query::QueryOutput;
use aws_sdk_dynamodb::operation::scan::ScanOutput;
use dynamo_runtime::Item;
use tests::{intercepted, with_table};

use crate::model::{Order, order, seed};

/// What the SDK made of a response.
#[derive(Debug, Clone, PartialEq)]
struct Seen {
    /// Or the attributes of an item.
    items: usize,
    count: i32,
}

/// Notes what the SDK made of each page.
#[derive(Debug, Clone, Default)]
struct Watch(Arc<Mutex<Vec<Seen>>>);

impl Intercept for Watch {
    fn name(&self) -> &'static str {
        "Watch"
    }

    fn read_after_deserialization(
        &self,
        context: &AfterDeserializationInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let Ok(output) = context.output_or_error() else {
            return Ok(());
        };
        let query = output.downcast_ref::<QueryOutput>();
        let scan = output.downcast_ref::<ScanOutput>();
        let get = output.downcast_ref::<GetItemOutput>();
        let seen = query
            .map(|page| (page.items().len(), page.count()))
            .or(scan.map(|page| (page.items().len(), page.count())))
            .or(get.map(|get| (get.item().map_or(0, HashMap::len), 1)));
        if let Some((items, count)) = seen {
            let mut all = self.0.lock().expect("a lock");
            all.push(Seen { items, count });
        }
        Ok(())
    }
}

#[tokio::test]
async fn the_sdk_never_sees_the_items_of_a_page() {
    with_table::<Order>(async |db| {
        seed(db, 3).await;
        let watch = Watch::default();
        let db = intercepted::<Order>(db, watch.clone());
        let queried = Order::query("c1").all(&db).await.expect("a query");
        let scanned = Order::scan().all(&db).await.expect("a scan");
        assert_eq!(queried, [order(1), order(2), order(3)]);
        assert_eq!(scanned.len(), 3);
        let seen = watch.0.lock().expect("a lock").clone();
        let emptied = Seen { items: 0, count: 3 };
        assert_eq!(seen, [emptied.clone(), emptied]);
    })
    .await;
}

#[tokio::test]
async fn the_sdk_never_sees_the_item_of_a_get() {
    with_table::<Order>(async |db| {
        seed(db, 1).await;
        let watch = Watch::default();
        let db = intercepted::<Order>(db, watch.clone());
        let found = order(1).to_key().get().send(&db).await.expect("a get");
        assert_eq!(found, Some(order(1)));
        let missing = order(2).to_key().get().send(&db).await.expect("a get");
        assert_eq!(missing, None);
        let seen = watch.0.lock().expect("a lock").clone();
        let emptied = Seen { items: 0, count: 1 };
        assert_eq!(seen, [emptied.clone(), emptied]);
    })
    .await;
}

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
async fn what_bypasses_the_wire_is_decoded_from_the_sdks_items() {
    with_table::<Order>(async |db| {
        let db = intercepted::<Order>(db, Mock);
        let found = Order::query("c1").all(&db).await.expect("a query");
        assert_eq!(found, [order(1), order(2)]);
    })
    .await;
}
