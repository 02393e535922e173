//! Batches that come back in part, through the SDK's own requests.

use std::collections::HashMap;
use std::time::Duration;

use aws_sdk_dynamodb::types::{
    AttributeValue, DeleteRequest, KeysAndAttributes, PutRequest, WriteRequest,
};
use dynamo_runtime::faults::{Fault, Faults};
use dynamo_runtime::{Db, Error, Item};

use crate::{Account, account, db_with, stored};

const TABLE: &str = "accounts";

fn put(id: &str) -> WriteRequest {
    let item = account(id).to_item().expect("an item");
    let put = PutRequest::builder().set_item(Some(item)).build();
    WriteRequest::builder()
        .put_request(put.expect("a put"))
        .build()
}

fn key(id: &str) -> HashMap<String, AttributeValue> {
    HashMap::from([("id".to_owned(), AttributeValue::S(id.to_owned()))])
}

fn delete(id: &str) -> WriteRequest {
    let delete = DeleteRequest::builder().set_key(Some(key(id))).build();
    WriteRequest::builder()
        .delete_request(delete.expect("a delete"))
        .build()
}

/// Writes a batch and returns what came back.
async fn write(db: &Db, writes: Vec<WriteRequest>) -> Vec<WriteRequest> {
    let request = db.client().batch_write_item().request_items(TABLE, writes);
    let mut unprocessed = request
        .send()
        .await
        .expect("a batch")
        .unprocessed_items
        .unwrap_or_default();
    unprocessed.remove(TABLE).unwrap_or_default()
}

async fn count(db: &Db, faults: &Faults) -> usize {
    faults.pause();
    let items: Vec<Account> = Account::scan().all(db).await.expect("a scan");
    faults.resume();
    items.len()
}

#[tokio::test]
async fn returned_writes_were_not_written_and_the_rest_were() {
    let faults = Faults::seeded(3).rate(Fault::PartialBatch, 1.0);
    let db = db_with(&faults).await;
    let ids: Vec<String> = (0..25).map(|id| id.to_string()).collect();
    let undone = write(&db, ids.iter().map(|id| put(id)).collect()).await;
    assert!(!undone.is_empty() && undone.len() < 25, "{}", undone.len());
    for id in &ids {
        let is_stored = stored(&db, &faults, id).await.is_some();
        assert_eq!(is_stored, !undone.contains(&put(id)), "{id}");
    }
}

#[tokio::test]
async fn writing_again_what_came_back_writes_everything() {
    let faults = Faults::seeded(8).rate(Fault::PartialBatch, 0.7);
    let db = db_with(&faults).await;
    let mut writes: Vec<_> = (0..25).map(|id| put(&id.to_string())).collect();
    while !writes.is_empty() {
        writes = write(&db, writes).await;
    }
    assert_eq!(count(&db, &faults).await, 25);
    assert!(faults.injected() > 1, "{:?}", faults.log());
}

#[tokio::test]
async fn all_may_come_back_undone() {
    let faults = Faults::default();
    let db = db_with(&faults).await;
    account("old").put().send(&db).await.expect("a put");
    faults.script([Fault::Unprocessed]);
    let writes = vec![put("a"), delete("old")];
    assert_eq!(write(&db, writes.clone()).await, writes);
    assert_eq!(stored(&db, &faults, "a").await, None);
    assert!(stored(&db, &faults, "old").await.is_some());
}

#[tokio::test]
async fn a_partial_batch_of_one_is_undone() {
    let faults = Faults::default();
    let db = db_with(&faults).await;
    faults.script([Fault::PartialBatch]);
    assert_eq!(write(&db, vec![put("a")]).await, [put("a")]);
}

#[tokio::test]
async fn keys_that_come_back_are_those_that_were_not_read() {
    let faults = Faults::seeded(4);
    let db = db_with(&faults).await;
    let ids = ["a", "b", "c", "d", "e"];
    for id in ids {
        account(id).put().send(&db).await.expect("a put");
    }
    for fault in [Fault::PartialBatch, Fault::Unprocessed] {
        faults.script([fault]);
        let keys = KeysAndAttributes::builder()
            .set_keys(Some(ids.map(key).to_vec()))
            .consistent_read(true)
            .build();
        let output = db
            .client()
            .batch_get_item()
            .request_items(TABLE, keys.expect("keys"))
            .send()
            .await
            .expect("a batch");
        let read = output.responses().and_then(|tables| tables.get(TABLE));
        let read = read.cloned().unwrap_or_default();
        let undone = &output.unprocessed_keys().expect("some")[TABLE];
        assert_eq!(undone.consistent_read(), Some(true));
        let read = read.iter().map(|item| item["id"].clone());
        let undone = undone.keys().iter().map(|key| key["id"].clone());
        let mut all: Vec<_> = read.clone().chain(undone).collect();
        all.sort_by_key(|id| id.as_s().cloned().ok());
        assert_eq!(all, ids.map(|id| AttributeValue::S(id.to_owned())));
        assert_eq!(read.len() > 0, fault == Fault::PartialBatch);
    }
}

#[tokio::test]
async fn a_batch_that_is_too_large_is_refused_all_the_same() {
    let faults = Faults::default().rate(Fault::PartialBatch, 1.0);
    let db = db_with(&faults).await;
    let writes = (0..26).map(|id| put(&id.to_string())).collect();
    let request = db.client().batch_write_item();
    let sent = request
        .set_request_items(Some(HashMap::from([(TABLE.to_owned(), writes)])))
        .send();
    assert!(sent.await.is_err());
    assert_eq!(count(&db, &faults).await, 0);
}

/// Whatever the SDK is still retrying at the deadline is not blamed on the capacity, and a write on
/// its way may have been made.
#[tokio::test]
async fn a_deadline_does_not_guess_at_a_cause() {
    for fault in [Fault::ServerError, Fault::Timeout, Fault::DropResponse] {
        let faults = Faults::default().rate(fault, 1.0);
        let db = db_with(&faults).await;
        let put = account("a");
        let sent = db
            .batch_write(put.put())
            .deadline(Duration::from_millis(20))
            .await;
        let error = sent.expect_err("no answer");
        let message = error.to_string();
        assert!(!message.contains("capacity"), "{fault:?}: {message}");
        assert!(!error.is_throttled(), "{fault:?}: {message}");
        let Error::Unwritten(unwritten) = error else {
            panic!("{message}");
        };
        assert_eq!(unwritten.writes().len(), 1);
        if unwritten.failure().is_none() {
            assert_eq!(
                message,
                "1 write (`Account`) was not confirmed before the deadline: no answer came, and it \
                 may have been made; send `into_writes()` again"
            );
        }
    }
}

#[tokio::test]
async fn what_dynamodb_leaves_unprocessed_is_throttled() {
    let faults = Faults::default().rate(Fault::Unprocessed, 1.0);
    let db = db_with(&faults).await;
    let some = ["a", "b"].map(account);
    let deadline = Duration::from_millis(200);
    let sent = db.batch_write(some.iter().map(Account::put));
    let error = sent.deadline(deadline).await.expect_err("unprocessed");
    assert!(error.is_throttled(), "{error}");
    assert_eq!(
        error.to_string(),
        "2 writes (`Account`) were not made before the deadline: DynamoDB left them unprocessed, \
         usually for lack of capacity; send `into_writes()` again"
    );
    let read = db.batch_get(["a", "b"].map(Account::key));
    let error = read.deadline(deadline).await.expect_err("unprocessed");
    assert!(error.is_throttled(), "{error}");
    assert_eq!(
        error.to_string(),
        "2 keys (`Account`) were not read before the deadline: DynamoDB left them unprocessed, \
         usually for lack of capacity; read `keys()` again"
    );
}

#[tokio::test]
async fn a_batch_without_an_answer_may_have_been_made() {
    let faults = Faults::default().rate(Fault::DropResponse, 1.0);
    let db = db_with(&faults).await;
    let error = db.batch_write(account("a").put()).await;
    assert_eq!(
        error.expect_err("no answer").to_string(),
        "1 write (`Account`) was not confirmed: BatchWriteItem on table `accounts` got no answer: the \
         connection broke, and the writes may have been made; try again"
    );
    assert_eq!(stored(&db, &faults, "a").await, Some(account("a")));
}
