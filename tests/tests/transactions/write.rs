//! Operations carried out together, as they are by themselves.

use dynamo_runtime::op::TransactOp;
use dynamo_runtime::{Item, Meter};

use crate::model::{Account, Transfer, account, seed, stored, transfer, with_tables};

#[tokio::test]
async fn operations_of_any_kind_and_type_are_carried_out_together() {
    with_tables(async |db, faults| {
        seed(db).await;
        transfer("old").put().send(db).await.expect("a put");
        let new = transfer("new");
        db.transact((
            new.create(),
            Account::key("a").update().subtract(Account::BALANCE, 5),
            Account::key("b").check(Account::BALANCE.ge(100)),
            Transfer::key("old").delete(),
        ))
        .await
        .expect("a transaction");
        assert_eq!(stored(db, "a").await.map(|a| a.balance), Some(95));
        let transfers = db
            .batch_get([Transfer::key("old"), Transfer::key("new")])
            .consistent()
            .await
            .expect("a batch");
        assert_eq!(transfers[0], None);
        assert_eq!(transfers[1].as_ref().map(|new| new.amount), Some(5));
        assert_eq!(
            faults.sent()[0]["TransactItems"].as_array().map(Vec::len),
            Some(4)
        );
    })
    .await;
}

#[tokio::test]
async fn versions_times_and_index_keys_are_kept_as_by_single_operations() {
    with_tables(async |db, _| {
        seed(db).await;
        let a = stored(db, "a").await.expect("an account");
        let richer = Account {
            balance: 7,
            ..a.clone()
        };
        db.transact((
            richer.replace(),
            Account::key("b").update().set(Account::TIER, "paid"),
        ))
        .await
        .expect("a transaction");
        let after = stored(db, "a").await.expect("an account");
        assert_eq!((after.balance, after.version), (7, a.version + 1));
        let b = stored(db, "b").await.expect("an account");
        assert_eq!(b.version, 2);
        let paid = Account::by_tier("paid").all(db).await.expect("a query");
        assert_eq!(paid, [b]);

        // The struct still has the version from before.
        let sent = db.transact(richer.put()).await;
        assert!(sent.expect_err("a stale version").is_condition_failed());
        let sent = db.transact(a.delete()).await;
        assert!(sent.expect_err("a stale version").is_condition_failed());
    })
    .await;
}

#[tokio::test]
async fn a_put_returns_the_written_item_on_request() {
    with_tables(async |db, _| {
        let (first, second) = (transfer("1"), transfer("2"));
        let ((), written, all) = db
            .transact((
                first.create(),
                second.create().returning_new(),
                [account("a"), account("b")]
                    .iter()
                    .map(|account| account.create().returning_new()),
            ))
            .await
            .expect("a transaction");
        let found = Transfer::key("2").get().consistent().send(db).await;
        assert_eq!(found.expect("a get"), Some(written));
        assert_eq!(all.len(), 2);
        assert_eq!(stored(db, "b").await.as_ref(), Some(&all[1]));
    })
    .await;
}

#[tokio::test]
async fn one_list_may_mix_types_and_an_empty_one_is_done() {
    with_tables(async |db, faults| {
        seed(db).await;
        let new = transfer("new");
        let operations: Vec<TransactOp> = vec![
            new.create().into(),
            Account::key("a").update().add(Account::BALANCE, 1).into(),
            Account::key("b").check_exists().into(),
            Account::key("c").check_absent().into(),
            Transfer::key("old").delete().into(),
        ];
        db.transact(operations).await.expect("a transaction");
        assert_eq!(stored(db, "a").await.map(|a| a.balance), Some(101));
        db.transact(Vec::<TransactOp>::new())
            .await
            .expect("nothing to do");
        assert_eq!(faults.sent().len(), 1);
    })
    .await;
}

#[tokio::test]
async fn an_upsert_creates_what_is_missing() {
    with_tables(async |db, _| {
        let upsert = Transfer::key("new")
            .update()
            .set(Transfer::AMOUNT, 9)
            .upsert();
        db.transact(upsert).await.expect("a transaction");
        let found = Transfer::key("new")
            .get()
            .consistent()
            .send(db)
            .await
            .expect("a get");
        let found = found.expect("a transfer");
        assert_eq!(found.amount, 9);
        assert!(!found.created.is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_token_makes_two_calls_one() {
    with_tables(async |db, _| {
        seed(db).await;
        for _ in 0..2 {
            let add = Account::key("a").update().add(Account::BALANCE, 1);
            db.transact(add).token("once").await.expect("a transaction");
        }
        assert_eq!(stored(db, "a").await.map(|a| a.balance), Some(101));
        let other = Account::key("a").update().add(Account::BALANCE, 2);
        let error = db
            .transact(other)
            .token("once")
            .await
            .expect_err("another one");
        let message = error.to_string();
        assert!(
            message.contains("token was used for a different"),
            "{message}"
        );
        for _ in 0..2 {
            let add = Account::key("a").update().add(Account::BALANCE, 1);
            db.transact(add).await.expect("a transaction");
        }
        assert_eq!(stored(db, "a").await.map(|a| a.balance), Some(103));
    })
    .await;
}

#[tokio::test]
async fn capacity_is_metered_and_the_sdks_request_is_there() {
    with_tables(async |db, _| {
        let meter = Meter::new();
        let (a, new) = (account("a"), transfer("new"));
        db.transact((a.create(), new.create()))
            .meter(&meter)
            .await
            .expect("a transaction");
        assert_eq!(meter.capacity().requests, 1);
        assert!(meter.capacity().units >= 4.0);
        let request = db.transact((a.put(), new.to_key().delete())).into_sdk();
        let output = request.expect("a request").send().await;
        assert!(output.is_err(), "the version of `a` is behind");
    })
    .await;
}

#[tokio::test]
async fn a_transaction_may_be_sent_from_another_task() {
    with_tables(async |db, _| {
        let db = db.clone();
        let task = tokio::spawn(async move {
            let new = transfer("new");
            db.transact((new.create(), Account::key("a").check_absent()))
                .await?;
            db.transact_get(Transfer::key("new").get()).await
        });
        let found = task.await.expect("a task").expect("transactions");
        assert_eq!(found.map(|new| new.id), Some("new".to_owned()));
    })
    .await;
}
