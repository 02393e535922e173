//! Conflicts and throttling pass: the same transaction is sent again, with the same token.

use std::time::Duration;

use dynamo_runtime::op::Cause;
use dynamo_runtime::{Error, Item};
use tests::faults::Fault;

use crate::model::{Account, Transfer, seed, stored, transfer, with_tables};

#[tokio::test]
async fn conflicts_and_throttling_are_tried_again_with_one_token() {
    with_tables(async |db, faults| {
        seed(db).await;
        faults.script([
            Fault::Cancel(&["None", "TransactionConflict"]),
            Fault::Cancel(&["ThrottlingError", "TransactionConflict"]),
            Fault::Cancel(&["ProvisionedThroughputExceeded", "None"]),
        ]);
        let new = transfer("new");
        db.transact((
            new.create(),
            Account::key("a").update().add(Account::BALANCE, 5),
        ))
        .await
        .expect("a transaction");
        assert_eq!(stored(db, "a").await.map(|a| a.balance), Some(105));
        let sent = faults.sent();
        assert_eq!(sent.len(), 4);
        let token = &sent[0]["ClientRequestToken"];
        assert!(token.as_str().is_some_and(|token| !token.is_empty()));
        assert!(sent.iter().all(|sent| sent["ClientRequestToken"] == *token));
        let items = &sent[0]["TransactItems"];
        assert!(sent.iter().all(|sent| sent["TransactItems"] == *items));
    })
    .await;
}

#[tokio::test]
async fn a_transaction_in_progress_is_waited_for() {
    with_tables(async |db, faults| {
        faults.script([const { Fault::Refuse("TransactionInProgressException") }; 4]);
        let new = transfer("new");
        db.transact(new.create()).await.expect("a transaction");
        faults.script([const { Fault::Refuse("ThrottlingException") }; 4]);
        let found = db.transact_get(Transfer::key("new").get()).await;
        assert!(found.expect("a transaction").is_some());
    })
    .await;
}

#[tokio::test]
async fn a_failed_condition_is_not_tried_again_whatever_else_there_is() {
    with_tables(async |db, faults| {
        faults.script([Fault::Cancel(&[
            "TransactionConflict",
            "ConditionalCheckFailed",
        ])]);
        let new = transfer("new");
        let operations = (new.create(), Account::key("a").check_exists());
        let error = db.transact(operations).await.expect_err("a condition");
        assert!(error.is_condition_failed());
        assert_eq!(faults.sent().len(), 1);
    })
    .await;
}

#[tokio::test]
async fn when_time_is_up_the_conflict_is_told() {
    with_tables(async |db, faults| {
        faults.then(Fault::Cancel(&["TransactionConflict"]));
        let new = transfer("new");
        let batch = db
            .transact(new.create())
            .deadline(Duration::from_millis(200));
        let error = batch.await.expect_err("a conflict");
        assert!(!error.is_condition_failed());
        let Error::TransactionCancelled(cancelled) = error else {
            panic!("a cancelled transaction, not {error}");
        };
        assert_eq!(cancelled.operations()[0].cause(), Cause::Conflict);

        let get = Transfer::key("new").get();
        let error = db
            .transact_get(get)
            .deadline(Duration::ZERO)
            .await
            .expect_err("a conflict");
        assert!(error.to_string().contains(
            "the get of `Transfer` at index 0 conflicted with another write of the item; try again"
        ));
    })
    .await;
}
