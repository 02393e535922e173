//! Several counted writes in one transaction.

use dynamo_runtime::op::{Cause, TransactOp};
use dynamo_runtime::{Error, Item};

use crate::model::{Customer, Order, counted, order, shop, uses};

#[tokio::test]
async fn writes_of_one_transaction_share_a_counter() {
    let db = &shop().await;
    let orders: Vec<_> = (0..10)
        .map(|number| Order {
            tag: Some("blue".into()),
            ..order(&number.to_string(), "a")
        })
        .collect();
    db.transact(orders.iter().map(Item::create))
        .await
        .expect("ten orders");
    assert_eq!(counted(db, "a").await, (10, 10));
    assert_eq!(uses(db, "blue").await, 10);

    let moved = Order {
        customer: "b".into(),
        ..orders[0].clone()
    };
    let operations: Vec<TransactOp<'_>> = vec![
        moved.put().instead_of(&orders[0]).into(),
        orders[1].delete().into(),
        Order::key("2").update().set(Order::NOTE, "seen").into(),
    ];
    db.transact(operations).await.expect("three writes");
    assert_eq!(counted(db, "a").await, (8, 8));
    assert_eq!(counted(db, "b").await, (1, 1));
}

#[tokio::test]
async fn what_cancels_out_needs_no_counter() {
    let db = &shop().await;
    let (old, new) = (order("1", "a"), order("2", "a"));
    old.create().send(db).await.expect("a create");
    db.transact((old.delete(), new.create()))
        .await
        .expect("one for another");
    assert_eq!(counted(db, "a").await, (1, 1));
}

#[tokio::test]
async fn a_transaction_fails_as_a_whole() {
    let db = &shop().await;
    order("1", "a").create().send(db).await.expect("a create");
    let (again, new) = (order("1", "a"), order("2", "a"));
    let error = db.transact((again.create(), new.create())).await;
    assert!(error.expect_err("it exists").is_condition_failed());
    assert_eq!(counted(db, "a").await, (1, 1));

    let lost = order("3", "nobody");
    let error = db.transact(lost.create()).await.expect_err("nobody");
    let Error::TransactionCancelled(cancelled) = &error else {
        panic!("{error}");
    };
    let failed = cancelled.operation(0).expect("the count");
    assert_eq!(failed.cause(), Cause::Uncounted);
    assert_eq!((failed.verb(), failed.item()), ("count", "Customer"));
    let remedy = "does not exist; create it first, or add `upsert` to `#[count]`";
    assert!(error.to_string().ends_with(remedy), "{error}");
}

#[tokio::test]
async fn the_counter_item_is_written_apart() {
    let db = &shop().await;
    let new = order("1", "a");
    let rename = Customer::key("a").update().set(Customer::NAME, "Ada");
    let error = db.transact((new.create(), rename)).await;
    let message = error.expect_err("two writes of one item").to_string();
    assert!(message.contains("`Customer`"), "{message}");
    assert!(message.contains("one after the other"), "{message}");
}

#[tokio::test]
async fn an_order_can_be_deleted_with_its_orphans_counted_nowhere() {
    let db = &shop().await;
    let new = order("1", "a");
    new.create().send(db).await.expect("a create");
    Customer::key("a")
        .delete()
        .send(db)
        .await
        .expect("a delete");
    db.transact(new.delete()).await.expect("an orphan");
    let found = Order::key("1").get().consistent().send(db).await;
    assert_eq!(found.expect("a get"), None);
}
