//! Writing whole items: `put`, `create`, `replace`, and what they may require and give back.

use aws_sdk_dynamodb::error::ProvideErrorMetadata;
use aws_sdk_dynamodb::types::{AttributeValue, ReturnValuesOnConditionCheckFailure};
use dynamo_runtime::{Error, Item};
use tests::with_table;

use tests::orders::{Document, Order, Status, document, order};

#[tokio::test]
async fn a_put_item_comes_back_whole() {
    with_table::<Order>(async |db| {
        let mut stored = order(1);
        stored.note = Some("fragile".into());
        stored.tags = ["red".into(), "blue".into()].into();
        stored.put().send(db).await.expect("a put");
        let found = stored.to_key().get().consistent().send(db).await;
        assert_eq!(found.expect("a get"), Some(stored));
    })
    .await;
}

#[tokio::test]
async fn put_replaces_what_is_there_whole() {
    with_table::<Order>(async |db| {
        let mut first = order(1);
        first.note = Some("to be gone".into());
        first.put().send(db).await.expect("a put");
        order(1).put().send(db).await.expect("a second put");
        let found = order(1).to_key().get().consistent().send(db).await;
        assert_eq!(found.expect("a get"), Some(order(1)));
    })
    .await;
}

#[tokio::test]
async fn create_fails_if_the_item_exists_and_returns_it() {
    with_table::<Order>(async |db| {
        order(1).create().send(db).await.expect("a first create");
        let mut second = order(1);
        second.total = 7;
        let error = second.create().send(db).await.expect_err("it exists");
        assert!(error.is_condition_failed(), "{error}");
        let current = error.current::<Order>().expect("an order");
        assert_eq!(current, Some(order(1)));
        let other = error.current::<Document>().expect("no document");
        assert_eq!(other, None, "as in a transaction");
        let found = order(1).to_key().get().consistent().send(db).await;
        assert_eq!(found.expect("a get"), Some(order(1)), "nothing was written");
    })
    .await;
}

#[tokio::test]
async fn replace_fails_if_the_item_does_not_exist() {
    with_table::<Order>(async |db| {
        let error = order(1)
            .replace()
            .send(db)
            .await
            .expect_err("nothing there");
        assert!(error.is_condition_failed(), "{error}");
        assert_eq!(error.current::<Order>().expect("no item"), None);
        let exists = order(1).to_key().exists().consistent().send(db).await;
        assert!(!exists.expect("a look"));

        order(1).put().send(db).await.expect("a put");
        let mut changed = order(1);
        changed.total = 5;
        changed.replace().send(db).await.expect("a replace");
        let found = order(1).to_key().get().consistent().send(db).await;
        assert_eq!(found.expect("a get"), Some(changed));
    })
    .await;
}

#[tokio::test]
async fn returning_old_gives_what_was_there() {
    with_table::<Order>(async |db| {
        let before = order(1).put().returning_old().send(db).await;
        assert_eq!(before.expect("a put"), None);
        let mut changed = order(1);
        changed.status = Status::Shipped;
        let before = changed.put().returning_old().send(db).await;
        assert_eq!(before.expect("a put"), Some(order(1)));
    })
    .await;
}

#[tokio::test]
async fn several_conditions_are_all_required() {
    with_table::<Order>(async |db| {
        order(1).put().send(db).await.expect("a put");
        let mut changed = order(1);
        changed.total = 1;
        let put = |status, least: i64| {
            changed
                .put()
                .condition(Order::STATUS.eq(status))
                .condition(Order::TOTAL.ge(least))
        };
        for (status, least) in [(Status::Shipped, 100), (Status::New, 101)] {
            let error = put(status, least).send(db).await.expect_err("one fails");
            assert!(error.is_condition_failed(), "{error}");
        }
        put(Status::New, 100).send(db).await.expect("both hold");
    })
    .await;
}

#[tokio::test]
async fn a_condition_joins_that_of_create_and_replace() {
    with_table::<Order>(async |db| {
        let replace = |total: i64| {
            let condition = Order::TOTAL.eq(total).or(Order::NOTE.exists());
            (order(1), condition)
        };
        let (item, condition) = replace(100);
        let error = item.replace().condition(condition).send(db).await;
        assert!(error.expect_err("nothing there").is_condition_failed());
        order(1).put().send(db).await.expect("a put");
        let (item, condition) = replace(1);
        let error = item.replace().condition(condition).send(db).await;
        assert!(error.expect_err("another total").is_condition_failed());
        let (item, condition) = replace(100);
        let done = item.replace().condition(condition).send(db).await;
        done.expect("there, and of that total");
    })
    .await;
}

#[tokio::test]
async fn the_request_is_the_sdks_own() {
    with_table::<Order>(async |db| {
        let item = order(1);
        let request = item.create().into_sdk(db).expect("a request");
        let input = request.as_input();
        assert_eq!(
            input.get_table_name().as_deref(),
            Some(&*db.table_name::<Order>().expect("a name"))
        );
        assert_eq!(input.get_item().as_ref(), item.to_item().ok().as_ref());
        assert_eq!(
            input.get_condition_expression().as_deref(),
            Some("attribute_not_exists(#n0)")
        );
        assert_eq!(
            *input.get_return_values_on_condition_check_failure(),
            Some(ReturnValuesOnConditionCheckFailure::AllOld)
        );
        request.send().await.expect("a create");
        let again = item.create().into_sdk(db).expect("a request").send().await;
        assert_eq!(
            again.expect_err("it exists").code(),
            Some("ConditionalCheckFailedException")
        );
    })
    .await;
}

/// The most bytes of an item, by Amazon's documentation.
const LIMIT: usize = 409_600;

#[tokio::test]
async fn the_largest_item_is_taken_and_one_byte_more_is_refused_before_it_is_sent() {
    with_table::<Document>(async |db| {
        let Err(Error::TooLarge { size, limit, item }) = document(1, LIMIT).to_item() else {
            panic!("a body of {LIMIT} bytes is too large");
        };
        assert_eq!((limit, item), (LIMIT, "Document"));
        let fitting = LIMIT - (size - LIMIT);
        document(1, fitting).put().send(db).await.expect("a put");

        let error = document(1, fitting + 1).put().send(db).await;
        let error = error.expect_err("one byte too many");
        assert!(matches!(error, Error::TooLarge { .. }), "{error:?}");
        let told = "`Document` has 409601 bytes, and DynamoDB stores at most 409600 per item; split it, or \
                    keep large values elsewhere, such as in S3";
        assert_eq!(error.to_string(), told);
        // The engine has the same limit.
        let mut over = document(1, fitting).to_item().expect("it fits");
        over.insert("body".into(), AttributeValue::S("x".repeat(fitting + 1)));
        let refused = db.client().put_item().set_item(Some(over));
        let table = db.table_name::<Document>().expect("a name");
        let refused = refused.table_name(table).send().await;
        assert_eq!(
            refused.expect_err("one byte too many").code(),
            Some("ValidationException")
        );
    })
    .await;
}
