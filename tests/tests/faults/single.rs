//! Each fault of a single request: what the SDK makes of it, and what is stored after.

use aws_sdk_dynamodb::error::ProvideErrorMetadata;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::{AttributeValue, Delete, TransactWriteItem};
use dynamo_runtime::faults::{Fault, Faults};
use dynamo_runtime::{Error, Item};

use crate::{Account, account, db_with, puts, stored};

#[tokio::test]
async fn a_fault_before_the_write_is_retried_and_the_write_is_done_once() {
    for fault in [
        Fault::Throttle,
        Fault::ThrottleOnDemand,
        Fault::ServerError,
        Fault::Unavailable,
        Fault::Timeout,
    ] {
        let faults = Faults::default();
        let db = db_with(&faults).await;
        faults.script([fault]);
        let created = account("a").create().send(&db).await;
        assert!(created.is_ok(), "{fault:?}: {created:?}");
        assert_eq!(faults.log(), puts(&[Some(fault), None]));
        assert_eq!(stored(&db, &faults, "a").await, Some(account("a")));
    }
}

#[tokio::test]
async fn a_fault_that_does_not_end_is_reported_and_nothing_is_written() {
    for (fault, code, is_throttled) in [
        (
            Fault::Throttle,
            "ProvisionedThroughputExceededException",
            true,
        ),
        (Fault::ThrottleOnDemand, "ThrottlingException", true),
        (Fault::ServerError, "InternalServerError", false),
        (Fault::Unavailable, "ServiceUnavailable", false),
        (Fault::Timeout, "", false),
    ] {
        let faults = Faults::default().rate(fault, 1.0);
        let db = db_with(&faults).await;
        let error = account("a").put().send(&db).await.expect_err("no end");
        assert_eq!(error.is_throttled(), is_throttled, "{error}");
        let (Error::Throttled(failure) | Error::Sdk(failure)) = &error else {
            panic!("{fault:?}: {error}");
        };
        assert_eq!(failure.code(), code);
        assert_eq!(failure.operation(), "PutItem");
        assert!(faults.injected() > 1, "the SDK tried again");
        assert_eq!(stored(&db, &faults, "a").await, None);
    }
}

/// The pitfall to know: after a lost answer a retry meets the item of the first try.
#[tokio::test]
async fn a_lost_answer_to_create_reports_the_item_that_it_created() {
    let faults = Faults::default();
    let db = db_with(&faults).await;
    faults.script([Fault::DropResponse]);
    let error = account("a").create().send(&db).await.expect_err("it is");
    assert!(error.is_condition_failed(), "{error}");
    assert_eq!(
        error.current::<Account>().expect("an account"),
        Some(account("a"))
    );
    assert_eq!(faults.log(), puts(&[Some(Fault::DropResponse), None]));
}

#[tokio::test]
async fn a_lost_answer_to_put_is_put_again() {
    let faults = Faults::default();
    let db = db_with(&faults).await;
    faults.script([Fault::DropResponse]);
    account("a").put().send(&db).await.expect("the second try");
    assert_eq!(stored(&db, &faults, "a").await, Some(account("a")));
}

#[tokio::test]
async fn a_write_whose_answers_are_all_lost_is_reported_and_done() {
    let faults = Faults::default().rate(Fault::DropResponse, 1.0);
    let db = db_with(&faults).await;
    let error = account("a").put().send(&db).await.expect_err("no answer");
    assert!(matches!(&error, Error::Sdk(_)), "{error}");
    assert_eq!(
        error.to_string(),
        "PutItem on table `accounts` got no answer: the connection broke, and the write may have \
         been made; read the item, or try again"
    );
    assert_eq!(stored(&db, &faults, "a").await, Some(account("a")));
}

#[tokio::test]
async fn a_read_without_an_answer_does_not_speak_of_writes() {
    for (fault, told) in [
        (Fault::DropResponse, "the connection broke; try again"),
        (
            Fault::Timeout,
            "it timed out; try again, or give the client longer time-outs",
        ),
    ] {
        let faults = Faults::default().rate(fault, 1.0);
        let db = db_with(&faults).await;
        let error = Account::key("a").get().send(&db).await;
        assert_eq!(
            error.expect_err("no answer").to_string(),
            format!("GetItem on table `accounts` got no answer: {told}")
        );
    }
}

#[tokio::test]
async fn an_internal_error_says_to_try_again() {
    for (fault, code) in [
        (Fault::ServerError, "InternalServerError"),
        (Fault::Unavailable, "ServiceUnavailable"),
    ] {
        let faults = Faults::default().rate(fault, 1.0);
        let db = db_with(&faults).await;
        let error = Account::key("a").get().send(&db).await;
        assert_eq!(
            error.expect_err("no answer").to_string(),
            format!(
                "GetItem on table `accounts` failed: DynamoDB had an internal error ({code}), even \
                 after retries; try again"
            )
        );
    }
}

#[tokio::test]
async fn an_addition_whose_answer_is_lost_is_added_twice() {
    let faults = Faults::default();
    let db = db_with(&faults).await;
    account("a").put().send(&db).await.expect("an account");
    faults.script([Fault::DropResponse]);
    let add = Account::key("a").update().add(Account::BALANCE, 1);
    add.send(&db).await.expect("the second try");
    let balance = stored(&db, &faults, "a").await.map(|found| found.balance);
    assert_eq!(balance, Some(9));
}

/// A `set` applied twice is harmless, a counter counts again: the retry of the SDK fails on the
/// guard, and the closure is called on what the first try wrote.
#[tokio::test]
async fn a_modify_whose_answer_is_lost_is_called_on_its_own_result() {
    type Change = fn(&mut Account);
    for (change, after) in [
        ((|account| account.balance = 20) as Change, 20),
        (|account| account.balance += 1, 9),
    ] {
        let faults = Faults::default();
        let db = db_with(&faults).await;
        account("a").put().send(&db).await.expect("an account");
        faults.script([None, Some(Fault::DropResponse)]);
        let modified = Account::key("a").modify(change).send(&db).await;
        assert_eq!(modified.expect("read again").balance, after);
    }
}

#[tokio::test]
async fn a_conflict_is_the_modelled_error() {
    let faults = Faults::default();
    let db = db_with(&faults).await;
    faults.script([Fault::Conflict]);
    let error = account("a").put().send(&db).await.expect_err("a conflict");
    let Error::Sdk(failure) = &error else {
        panic!("{error}");
    };
    assert_eq!(failure.code(), "TransactionConflictException");
    assert_eq!(
        error.to_string(),
        "PutItem on table `accounts` failed: a transaction is writing the item; try again"
    );
}

#[tokio::test]
async fn a_transaction_in_conflict_is_cancelled_with_a_reason_for_one_action() {
    let faults = Faults::seeded(5);
    let db = db_with(&faults).await;
    faults.script([Fault::Conflict]);
    let table = db.table_name::<Account>().expect("a name").into_owned();
    let delete = |id: &str| {
        let delete = Delete::builder()
            .table_name(&table)
            .key("id", AttributeValue::S(id.to_owned()))
            .build();
        TransactWriteItem::builder()
            .delete(delete.expect("a delete"))
            .build()
    };
    let error = db
        .client()
        .transact_write_items()
        .set_transact_items(Some(["a", "b", "c"].map(delete).to_vec()))
        .send()
        .await
        .expect_err("a conflict");
    assert_eq!(error.code(), Some("TransactionCanceledException"));
    let TransactWriteItemsError::TransactionCanceledException(cancelled) =
        error.into_service_error()
    else {
        panic!("a cancelled transaction");
    };
    let reasons = cancelled.cancellation_reasons();
    let codes: Vec<_> = reasons.iter().filter_map(|reason| reason.code()).collect();
    let of = |code| codes.iter().filter(|found| **found == code).count();
    assert_eq!((of("None"), of("TransactionConflict")), (2, 1), "{codes:?}");
}
