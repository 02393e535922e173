//! Transactions that DynamoDB would reject are refused before anything is sent.

use dynamo_runtime::op::{Operations, Reads};
use dynamo_runtime::{Error, Item, Meter};

use crate::model::{Account, Transfer, account, transfer};

/// The error of a transaction that is refused. Nothing is sent for it: there are no tables.
async fn refusal<M>(operations: impl Operations<M>) -> String {
    let db = tests::db().await;
    let refused = db.transact(operations).await.err().expect("a refusal");
    assert!(
        matches!(
            refused,
            Error::Refused {
                operation: "transact",
                ..
            }
        ),
        "{refused}"
    );
    refused.to_string()
}

async fn read_refusal<M>(reads: impl Reads<M>) -> String {
    let db = tests::db().await;
    let refused = db.transact_get(reads).await.err().expect("a refusal");
    assert!(
        matches!(
            refused,
            Error::Refused {
                operation: "transact_get",
                ..
            }
        ),
        "{refused}"
    );
    refused.to_string()
}

#[tokio::test]
async fn more_than_a_hundred_operations() {
    let ids: Vec<String> = (0..101).map(|id| id.to_string()).collect();
    let message = refusal(ids.iter().map(|id| Account::key(id).delete())).await;
    assert!(
        message.contains("101") && message.contains("100"),
        "{message}"
    );
    let message = read_refusal(ids.iter().map(|id| Account::key(id).get())).await;
    assert!(message.contains("101"), "{message}");
}

#[tokio::test]
async fn more_than_four_megabytes() {
    let note = "x".repeat(390_000);
    let large: Vec<_> = (0..11)
        .map(|id| Transfer {
            note: Some(note.clone()),
            ..transfer(&id.to_string())
        })
        .collect();
    let message = refusal(large.iter().map(Transfer::put)).await;
    assert!(message.contains("4194304"), "{message}");
}

#[tokio::test]
async fn two_operations_on_one_item() {
    let a = account("a");
    let message = refusal((
        a.create(),
        Transfer::key("a").check_absent(),
        Account::key("a").check_exists(),
    ))
    .await;
    assert!(
        message.contains("the create of `Account` at index 0"),
        "{message}"
    );
    assert!(
        message.contains("the check of `Account` at index 2"),
        "{message}"
    );
    assert!(
        message.ends_with("a transaction takes one operation per item"),
        "{message}"
    );
    let message = read_refusal((Transfer::key("a").get(), Transfer::key("a").get())).await;
    assert!(message.contains("`Transfer`"), "{message}");
}

#[tokio::test]
async fn a_meter_on_one_operation_and_a_bad_token() {
    let message = refusal(account("a").create().meter(&Meter::new())).await;
    assert!(message.contains("meter"), "{message}");
    let message = read_refusal(Account::key("a").get().meter(&Meter::new())).await;
    assert!(message.contains("meter"), "{message}");
    let db = tests::db().await;
    for token in ["", "0123456789012345678901234567890123456"] {
        let sent = db.transact(account("a").create()).token(token).await;
        assert!(matches!(sent, Err(Error::Refused { .. })));
    }
}

#[tokio::test]
async fn a_key_or_a_value_that_cannot_be_stored() {
    let db = tests::db().await;
    let sent = db
        .transact((account("").create(), Account::key("a").delete()))
        .await;
    assert!(matches!(sent, Err(Error::Key(_))));
    let sent = db.transact_get(Account::key("").get()).await;
    assert!(matches!(sent, Err(Error::Key(_))));
}
