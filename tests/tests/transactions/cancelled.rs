//! Errors of cancelled transactions: which operation failed, why, and what is stored.

use dynamo_runtime::op::{Cancelled, Cause};
use dynamo_runtime::{Error, Item};
use tests::{Engine, engine};

use crate::model::{Account, Transfer, account, seed, stored, transfer, with_tables};

fn cancelled(error: Error) -> Cancelled {
    match error {
        Error::TransactionCancelled(cancelled) => *cancelled,
        other => panic!("a cancelled transaction, not {other}"),
    }
}

#[tokio::test]
async fn it_says_which_operation_failed_and_why_and_nothing_is_written() {
    with_tables(async |db, faults| {
        seed(db).await;
        let new = transfer("new");
        let sent = db
            .transact((
                new.create(),
                Account::key("a").update().subtract(Account::BALANCE, 500),
                Account::key("b").check(Account::BALANCE.ge(500)),
            ))
            .await;
        let error = sent.expect_err("not enough");
        assert!(error.is_condition_failed());
        assert_eq!(
            error.to_string(),
            "the transaction was cancelled: the check on `Account` at index 2 failed its condition: \
             its `balance` is not as required"
        );
        assert_eq!(
            error.current::<Account>().expect("an account"),
            stored(db, "b").await
        );
        assert_eq!(error.current::<Transfer>().expect("none"), None);
        let cancelled = cancelled(error);
        let [check] = cancelled.operations() else {
            panic!("one operation failed: {cancelled}");
        };
        assert_eq!((check.index(), check.verb(), check.item()), (2, "check", "Account"));
        assert_eq!(check.cause(), Cause::ConditionFailed);
        assert_eq!(check.current::<Account>().expect("an account"), stored(db, "b").await);
        assert!(cancelled.operation(0).is_none());
        assert_eq!(stored(db, "a").await.map(|a| a.balance), Some(100));
        let new = new.to_key().get().consistent().send(db).await;
        assert_eq!(new.expect("a get"), None);
        assert_eq!(faults.sent().len(), 1, "a condition is not tried again");
    })
    .await;
}

#[tokio::test]
async fn each_operation_that_failed_is_told() {
    with_tables(async |db, _| {
        seed(db).await;
        let a = account("a");
        let sent = db
            .transact((
                a.create(),
                Account::key("b").check_exists(),
                Account::key("c").update().add(Account::BALANCE, 1),
                Transfer::key("none").check_exists(),
            ))
            .await;
        let cancelled = cancelled(sent.expect_err("three fail"));
        let told: Vec<_> = cancelled
            .operations()
            .iter()
            .map(|operation| (operation.index(), operation.current_item().is_some()))
            .collect();
        assert_eq!(told, [(0, true), (2, false), (3, false)]);
        let message = cancelled.to_string();
        for part in [
            "the create of `Account` at index 0 failed its condition: the item already exists",
            "the update of `Account` at index 2 failed its condition: no such item is stored",
            "the check on `Transfer` at index 3 failed its condition: no such item is stored",
        ] {
            assert!(message.contains(part), "{message}");
        }
    })
    .await;
}

/// A reason of the cancellation by Amazon's documentation, `ValidationError`, with the operation it
/// is of; DynamoDB Local refuses the whole request instead, which names none.
/// <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html>
#[tokio::test]
async fn an_operation_dynamodb_does_not_accept_is_told_as_well() {
    with_tables(async |db, _| {
        let mut item = transfer("t").to_item().expect("an item");
        let text = aws_sdk_dynamodb::types::AttributeValue::S("five".into());
        item.insert("amount".into(), text);
        let table = db.table_name::<Transfer>().expect("a name");
        let put = db
            .client()
            .put_item()
            .table_name(table)
            .set_item(Some(item));
        put.send().await.expect("a put");
        let sent = db
            .transact((
                Account::key("a").check_absent(),
                Transfer::key("t").update().add(Transfer::AMOUNT, 1),
            ))
            .await;
        let refused = sent.expect_err("no number");
        if engine() == Engine::Local {
            assert!(
                refused.to_string().contains("incorrect data type"),
                "{refused}"
            );
            return;
        }
        let cancelled = cancelled(refused);
        let operation = cancelled.operation(1).expect("the update");
        assert_eq!(operation.cause(), Cause::Invalid);
        assert!(!operation.message().is_empty());
    })
    .await;
}
