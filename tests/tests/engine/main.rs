//! The embedded engine as the SDK's own client sees it: nothing of ours but [`Embedded`] is in
//! here.

mod limits;
mod storage;

use std::collections::HashMap;
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::client::Waiters;
use aws_sdk_dynamodb::error::ProvideErrorMetadata;
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, BillingMode, ConditionCheck, GlobalSecondaryIndex,
    KeySchemaElement, KeyType, Projection, ProjectionType, Put,
    ReturnValuesOnConditionCheckFailure, ScalarAttributeType, TransactWriteItem,
};
use dynamo_runtime::Embedded;

const TABLE: &str = "Readings";

type Row = HashMap<String, AttributeValue>;

fn s(text: impl Into<String>) -> AttributeValue {
    AttributeValue::S(text.into())
}

fn n(number: u64) -> AttributeValue {
    AttributeValue::N(number.to_string())
}

fn row(station: &str, minute: u64) -> Row {
    HashMap::from([
        ("station".to_owned(), s(station)),
        ("minute".to_owned(), n(minute)),
    ])
}

fn key(name: &str, ty: KeyType) -> KeySchemaElement {
    KeySchemaElement::builder()
        .attribute_name(name)
        .key_type(ty)
        .build()
        .expect("a key")
}

fn attribute(name: &str, ty: ScalarAttributeType) -> AttributeDefinition {
    AttributeDefinition::builder()
        .attribute_name(name)
        .attribute_type(ty)
        .build()
        .expect("a definition")
}

async fn create_table(client: &Client) {
    client
        .create_table()
        .table_name(TABLE)
        .billing_mode(BillingMode::PayPerRequest)
        .key_schema(key("station", KeyType::Hash))
        .key_schema(key("minute", KeyType::Range))
        .attribute_definitions(attribute("station", ScalarAttributeType::S))
        .attribute_definitions(attribute("minute", ScalarAttributeType::N))
        .send()
        .await
        .expect("a new table");
}

async fn engine_with_table() -> (Embedded, Client) {
    let engine = Embedded::memory().expect("an engine in memory");
    let client = engine.client();
    create_table(&client).await;
    (engine, client)
}

async fn put(client: &Client, row: Row) {
    client
        .put_item()
        .table_name(TABLE)
        .set_item(Some(row))
        .send()
        .await
        .expect("a put");
}

async fn get(client: &Client, station: &str, minute: u64) -> Option<Row> {
    let got = client
        .get_item()
        .table_name(TABLE)
        .set_key(Some(row(station, minute)))
        .consistent_read(true)
        .send()
        .await;
    got.expect("a get").item
}

async fn count(client: &Client) -> usize {
    let mut items = client
        .scan()
        .table_name(TABLE)
        .into_paginator()
        .items()
        .send();
    let mut count = 0;
    while let Some(item) = items.next().await {
        item.expect("an item");
        count += 1;
    }
    count
}

#[tokio::test]
async fn an_item_comes_back_as_it_was_put() {
    let (_, client) = engine_with_table().await;
    let mut item = row("oslo", 7);
    item.insert(
        "exact".into(),
        AttributeValue::N("-12345678901234567890.123456789012345678".into()),
    );
    item.insert("bytes".into(), AttributeValue::B(vec![0, 255].into()));
    item.insert(
        "tags".into(),
        AttributeValue::Ss(vec!["a".into(), "b".into()]),
    );
    item.insert("odd \"text\"".into(), s("\u{0}\n\u{1F327} \\ \""));
    item.insert(
        "nested".into(),
        AttributeValue::M(HashMap::from([(
            "list".to_owned(),
            AttributeValue::L(vec![
                AttributeValue::Bool(false),
                AttributeValue::Null(true),
            ]),
        )])),
    );
    put(&client, item.clone()).await;
    assert_eq!(get(&client, "oslo", 7).await, Some(item));
    assert_eq!(get(&client, "oslo", 8).await, None);
}

#[tokio::test]
async fn a_new_table_is_waited_for_as_on_aws() {
    let (_, client) = engine_with_table().await;
    let ready = client
        .wait_until_table_exists()
        .table_name(TABLE)
        .wait(Duration::from_secs(5))
        .await;
    ready.expect("the table");
}

#[tokio::test]
async fn clones_share_the_data_and_engines_do_not() {
    let (engine, client) = engine_with_table().await;
    put(&client, row("oslo", 1)).await;
    assert!(get(&engine.clone().client(), "oslo", 1).await.is_some());
    let other = Embedded::memory().expect("an engine in memory").client();
    assert!(
        other
            .list_tables()
            .send()
            .await
            .expect("tables")
            .table_names()
            .is_empty()
    );
}

#[tokio::test]
async fn a_missing_table_is_the_modelled_error() {
    let client = Embedded::memory().expect("an engine in memory").client();
    let error = client
        .describe_table()
        .table_name("Nothing")
        .send()
        .await
        .expect_err("no table");
    assert!(error.into_service_error().is_resource_not_found_exception());
}

#[tokio::test]
async fn a_failed_condition_is_the_modelled_error_with_the_current_item() {
    let (_, client) = engine_with_table().await;
    let mut stored = row("oslo", 1);
    stored.insert("celsius".into(), n(21));
    put(&client, stored.clone()).await;
    let error = client
        .put_item()
        .table_name(TABLE)
        .set_item(Some(row("oslo", 1)))
        .condition_expression("attribute_not_exists(station)")
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
        .send()
        .await
        .expect_err("the item exists")
        .into_service_error();
    let PutItemError::ConditionalCheckFailedException(failed) = error else {
        panic!("expected a failed condition, found {error:?}");
    };
    assert_eq!(failed.item(), Some(&stored));
}

#[tokio::test]
async fn an_invalid_request_is_a_validation_exception() {
    let (_, client) = engine_with_table().await;
    let unkeyed = HashMap::from([("station".to_owned(), s("oslo"))]);
    let error = client
        .put_item()
        .table_name(TABLE)
        .set_item(Some(unkeyed))
        .send()
        .await;
    let error = error.expect_err("no sort key");
    assert_eq!(error.code(), Some("ValidationException"));
    assert!(
        error
            .message()
            .is_some_and(|message| message.contains("minute")),
        "{error:?}"
    );
}

#[tokio::test]
async fn an_operation_the_engine_lacks_is_unknown() {
    let client = Embedded::memory().expect("an engine in memory").client();
    let error = client
        .describe_limits()
        .send()
        .await
        .expect_err("not emulated");
    assert_eq!(error.code(), Some("UnknownOperationException"));
}

#[tokio::test]
async fn a_paginator_reads_every_page_in_order() {
    let (_, client) = engine_with_table().await;
    for minute in [3, 20, 1, 100, 2] {
        put(&client, row("oslo", minute)).await;
    }
    put(&client, row("lima", 4)).await;
    let mut pages = client
        .query()
        .table_name(TABLE)
        .key_condition_expression("station = :s")
        .expression_attribute_values(":s", s("oslo"))
        .limit(2)
        .into_paginator()
        .send();
    let mut minutes = Vec::new();
    let mut widest = 0;
    while let Some(page) = pages.next().await {
        let page = page.expect("a page");
        widest = widest.max(page.items().len());
        minutes.extend(page.items().iter().map(|item| item["minute"].clone()));
    }
    assert_eq!(minutes, [1, 2, 3, 20, 100].map(n));
    assert_eq!(widest, 2);
}

#[tokio::test]
async fn a_cancelled_transaction_gives_a_reason_per_action_and_writes_nothing() {
    let (_, client) = engine_with_table().await;
    put(&client, row("oslo", 1)).await;
    let new = Put::builder()
        .table_name(TABLE)
        .set_item(Some(row("oslo", 2)))
        .build();
    let check = ConditionCheck::builder()
        .table_name(TABLE)
        .set_key(Some(row("oslo", 1)))
        .condition_expression("attribute_not_exists(station)")
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
        .build();
    let error = client
        .transact_write_items()
        .transact_items(
            TransactWriteItem::builder()
                .put(new.expect("a put"))
                .build(),
        )
        .transact_items(
            TransactWriteItem::builder()
                .condition_check(check.expect("a check"))
                .build(),
        )
        .send()
        .await
        .expect_err("the check fails")
        .into_service_error();
    let TransactWriteItemsError::TransactionCanceledException(cancelled) = error else {
        panic!("expected a cancelled transaction, found {error:?}");
    };
    let codes: Vec<_> = cancelled
        .cancellation_reasons()
        .iter()
        .map(|r| r.code())
        .collect();
    assert_eq!(codes, [Some("None"), Some("ConditionalCheckFailed")]);
    assert_eq!(
        cancelled.cancellation_reasons()[1].item(),
        Some(&row("oslo", 1))
    );
    assert_eq!(get(&client, "oslo", 2).await, None);
}

async fn write_concurrently(client: Client) {
    let writers: Vec<_> = (0..8)
        .map(|writer| {
            let client = client.clone();
            tokio::spawn(async move {
                for minute in 0..25 {
                    put(&client, row(&format!("station{writer}"), minute)).await;
                    let add = client
                        .update_item()
                        .table_name(TABLE)
                        .set_key(Some(row("total", 0)))
                        .update_expression("ADD written :one")
                        .expression_attribute_values(":one", n(1));
                    add.send().await.expect("an update");
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.expect("a writer");
    }
    let total = get(&client, "total", 0).await.expect("the total");
    assert_eq!(total["written"], n(200));
    assert_eq!(count(&client).await, 201);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_writers_lose_nothing() {
    let (engine, client) = engine_with_table().await;
    write_concurrently(client).await;
    engine.sweep_expired().expect("a sweep");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_writers_lose_nothing_on_blocking_threads() {
    let (engine, _) = engine_with_table().await;
    write_concurrently(engine.on_blocking_threads().client()).await;
}

#[tokio::test]
async fn an_index_key_may_have_several_attributes() {
    let client = Embedded::memory().expect("an engine in memory").client();
    let index = GlobalSecondaryIndex::builder()
        .index_name("ByPlace")
        .key_schema(key("tenant", KeyType::Hash))
        .key_schema(key("region", KeyType::Hash))
        .key_schema(key("year", KeyType::Range))
        .key_schema(key("name", KeyType::Range))
        .projection(
            Projection::builder()
                .projection_type(ProjectionType::All)
                .build(),
        )
        .build();
    client
        .create_table()
        .table_name(TABLE)
        .billing_mode(BillingMode::PayPerRequest)
        .key_schema(key("id", KeyType::Hash))
        .attribute_definitions(attribute("id", ScalarAttributeType::S))
        .attribute_definitions(attribute("tenant", ScalarAttributeType::S))
        .attribute_definitions(attribute("region", ScalarAttributeType::S))
        .attribute_definitions(attribute("year", ScalarAttributeType::N))
        .attribute_definitions(attribute("name", ScalarAttributeType::S))
        .global_secondary_indexes(index.expect("an index"))
        .send()
        .await
        .expect("a new table");
    for (id, region, year, name) in [
        ("a", "eu", 2024, "y"),
        ("b", "eu", 2024, "x"),
        ("c", "eu", 9, "z"),
        ("d", "us", 1, "w"),
    ] {
        let put = client
            .put_item()
            .table_name(TABLE)
            .item("id", s(id))
            .item("tenant", s("t"))
            .item("region", s(region))
            .item("year", n(year))
            .item("name", s(name));
        put.send().await.expect("a put");
    }
    let found = client
        .query()
        .table_name(TABLE)
        .index_name("ByPlace")
        .key_condition_expression("tenant = :t AND #r = :r")
        .expression_attribute_names("#r", "region")
        .expression_attribute_values(":t", s("t"))
        .expression_attribute_values(":r", s("eu"))
        .send()
        .await
        .expect("a query");
    let ids: Vec<_> = found
        .items()
        .iter()
        .map(|item| item["id"].clone())
        .collect();
    assert_eq!(ids, ["c", "b", "a"].map(s));
}
