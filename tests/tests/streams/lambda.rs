//! Lambda's events, made of the records of an engine's stream: failures per record.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use aws_lambda_events::event::dynamodb::Event;
use aws_lambda_events::event::streams::DynamoDbEventResponse;
use aws_sdk_dynamodb::types::{AttributeValue, StreamViewType};
use dynamo_runtime::change::ChangeRecord;
use dynamo_runtime::change::lambda::EventBatch;
use dynamo_runtime::{Change, ChangeKind, Collection, Db, Error, Item, Table};
use serde_json::{Value, json};

#[derive(Table)]
#[table(name = "jobs", pk = "PK", sk = "SK", type_attr = "type")]
struct Jobs;

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Jobs)]
#[key(pk = "JOB#{id}", sk = literal("JOB"))]
struct Job {
    #[dynamo(unique)]
    id: String,
    step: u32,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Jobs)]
#[key(pk = "JOB#{id}", sk = literal("NOTE"))]
struct Note {
    id: String,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Jobs)]
#[key(pk = "JOB#{id}", sk = literal("TEXT"))]
struct Text {
    id: String,
}

#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = Jobs)]
enum Entry {
    Job(Job),
    Text(Text),
}

fn job(id: &str, step: u32) -> Job {
    Job {
        id: id.to_owned(),
        step,
    }
}

/// A job in three steps and one in a single step, with a note between them.
async fn event() -> Event {
    let db = Db::embedded().await.expect("an engine");
    db.create_table::<Jobs>().await.expect("a table");
    let view = StreamViewType::NewAndOldImages;
    db.enable_stream::<Jobs>(view).await.expect("a stream");
    job("a", 1).create().send(&db).await.expect("written");
    job("a", 2).replace().send(&db).await.expect("written");
    let note = Note { id: "a".to_owned() };
    note.put().send(&db).await.expect("written");
    job("b", 1).create().send(&db).await.expect("written");
    job("a", 3).replace().send(&db).await.expect("written");

    let changes = Jobs::changes().until_idle_for(Duration::from_secs(5));
    let mut changes = changes.send(&db).await.expect("a stream");
    let mut records = Vec::new();
    while let Some(record) = changes.next().await {
        records.push(lambda_record(records.len(), &record.expect("a record")));
    }
    serde_json::from_value(json!({ "Records": records })).expect("an event")
}

/// The record as Lambda passes it, numbered from 1.
fn lambda_record(before: usize, record: &ChangeRecord) -> Value {
    let name = match record.kind() {
        ChangeKind::Insert => "INSERT",
        ChangeKind::Modify => "MODIFY",
        ChangeKind::Remove => "REMOVE",
    };
    let image = |image: Option<&HashMap<String, AttributeValue>>| image.map(attributes);
    let mut body = json!({
        "ApproximateCreationDateTime": 1_800_000_000,
        "Keys": attributes(record.keys()),
        "SequenceNumber": (before + 1).to_string(),
        "SizeBytes": 1,
    });
    if let Some(old) = image(record.old_image()) {
        body["OldImage"] = old;
    }
    if let Some(new) = image(record.new_image()) {
        body["NewImage"] = new;
    }
    json!({
        "eventID": before.to_string(),
        "eventName": name,
        "awsRegion": "eu-west-1",
        "dynamodb": body,
    })
}

fn attributes(item: &HashMap<String, AttributeValue>) -> Value {
    let values = item.iter().map(|(name, value)| {
        let value = match value {
            AttributeValue::S(text) => json!({ "S": text }),
            AttributeValue::N(number) => json!({ "N": number }),
            other => panic!("{other:?} is not in these items"),
        };
        (name.clone(), value)
    });
    Value::Object(values.collect())
}

fn failures(response: &DynamoDbEventResponse) -> Vec<&str> {
    let failures = response.batch_item_failures.iter();
    let numbers = failures.map(|failure| failure.item_identifier.as_deref());
    numbers.map(Option::unwrap_or_default).collect()
}

/// The names of jobs and the steps they came to.
fn told(change: &Change<Job>) -> String {
    let job = change.new.as_ref().expect("an image");
    format!("{}{}", job.id, job.step)
}

#[tokio::test]
async fn the_first_failure_ends_a_batch_in_order() {
    let mut handled = Vec::new();
    let response = EventBatch::<Job>::new(event().await)
        .in_order(async |change| {
            let told = told(&change);
            let failed = told == "a2";
            handled.push(told);
            if failed { Err("on request") } else { Ok(()) }
        })
        .await;
    assert_eq!(
        handled,
        ["a1", "a2"],
        "what follows the failure is not handled"
    );
    assert_eq!(failures(&response), ["2"]);
    assert_eq!(
        serde_json::to_value(&response).expect("JSON"),
        json!({ "batchItemFailures": [{ "itemIdentifier": "2" }] })
    );
}

#[tokio::test]
async fn a_batch_without_failures_says_so() {
    let mut handled = Vec::new();
    let response = EventBatch::<Job>::new(event().await)
        .in_order(async |change| {
            handled.push(told(&change));
            Ok::<(), Error>(())
        })
        .await;
    assert_eq!(
        handled,
        ["a1", "a2", "b1", "a3"],
        "notes and claims are passed over"
    );
    assert_eq!(
        serde_json::to_value(&response).expect("JSON"),
        json!({ "batchItemFailures": [] })
    );
}

#[tokio::test]
async fn a_record_that_does_not_fit_fails() {
    let mut event = event().await;
    let image = &mut event.records[1].change.new_image;
    let mut broken = image.clone().into_inner();
    broken.insert("step".to_owned(), serde_dynamo_text("many"));
    *image = broken.into();
    let mut handled = Vec::new();
    let response = EventBatch::<Job>::new(event.clone())
        .in_order(async |change| {
            handled.push(told(&change));
            Ok::<(), Error>(())
        })
        .await;
    assert_eq!(handled, ["a1"]);
    assert_eq!(failures(&response), ["2"]);

    let handled = Mutex::new(Vec::new());
    let response = EventBatch::<Job>::new(event)
        .in_any_order(async |change| {
            handled.lock().expect("a list").push(told(&change));
            Ok::<(), Error>(())
        })
        .await;
    assert_eq!(*handled.lock().expect("a list"), ["a1", "b1", "a3"]);
    assert_eq!(failures(&response), ["2"]);
}

/// A value of the event's own type.
fn serde_dynamo_text<T: serde::de::DeserializeOwned>(text: &str) -> T {
    serde_json::from_value(json!({ "S": text })).expect("a value")
}

#[tokio::test]
async fn in_any_order_each_failure_is_reported() {
    let response = EventBatch::<Job>::new(event().await)
        .in_any_order(async |change| {
            // Others go on meanwhile.
            tokio::task::yield_now().await;
            match told(&change).as_str() {
                "a1" | "b1" => Err("on request"),
                _ => Ok(()),
            }
        })
        .await;
    assert_eq!(failures(&response), ["1", "4"]);
}

#[tokio::test]
async fn a_collection_fails_at_a_type_that_it_lacks_unless_told_otherwise() {
    let handle = async |_: Change<Entry>| Ok::<(), Error>(());
    let strict = EventBatch::<Entry>::new(event().await)
        .in_order(handle)
        .await;
    assert_eq!(failures(&strict), ["3"]);
    let lenient = EventBatch::<Entry>::new(event().await).skip_unknown();
    assert_eq!(failures(&lenient.in_order(handle).await), [""; 0]);
}

#[tokio::test]
async fn a_record_without_a_number_fails_the_batch() {
    let mut event = event().await;
    event.records[0].change.sequence_number = None;
    let response = EventBatch::<Job>::new(event)
        .in_order(async |_| Err::<(), _>("on request"))
        .await;
    assert_eq!(
        failures(&response),
        [""],
        "Lambda passes the whole batch again"
    );
}

/// Lambda's runtime may move a function between threads.
#[tokio::test]
async fn the_futures_are_send() {
    fn is_send<T: Send>(value: T) -> T {
        value
    }
    let handle = async |_: Change<Job>| {
        tokio::task::yield_now().await;
        Ok::<(), Error>(())
    };
    let one = is_send(EventBatch::new(event().await).in_order(handle)).await;
    let other = is_send(EventBatch::new(event().await).in_any_order(handle)).await;
    assert_eq!((failures(&one), failures(&other)), (vec![], vec![]));
}
