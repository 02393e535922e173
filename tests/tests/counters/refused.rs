//! Writes that could not count are refused before anything is sent.

use dynamo_runtime::{Error, Item};

use crate::model::{Order, Status, Tag, counted, customer, order, shop};

fn refused<T: std::fmt::Debug>(sent: Result<T, Error>, says: &str) {
    let error = sent.expect_err("a refusal");
    let inner = match &error {
        Error::Interrupted { source, .. } => source,
        other => other,
    };
    assert!(matches!(inner, Error::Refused { .. }), "{error}");
    let message = error.to_string();
    assert!(message.contains("is counted in `Customer`"), "{message}");
    assert!(message.contains(says), "{message}");
}

#[tokio::test]
async fn batches_do_not_count() {
    let db = &shop().await;
    let one = order("1", "a");
    let put = db.batch_write([one.put()]).await;
    refused(put, "a batch cannot count it");
    let delete = db.batch_write([Order::key("1").delete()]).await;
    refused(delete, "a batch cannot count it down");
    refused(db.load(vec![one]).await, "a batch cannot count it");
    assert_eq!(counted(db, "a").await, (0, 0));
}

#[tokio::test]
async fn partitions_are_not_deleted_uncounted() {
    let db = &shop().await;
    let delete = Order::query("1").delete_partition().send(db).await;
    refused(delete, "one by one");
}

#[tokio::test]
async fn one_request_does_not_count() {
    let db = &shop().await;
    let one = order("1", "a");
    refused(one.put().into_sdk(db).map(drop), "one request");
    refused(
        Order::key("1").delete().into_sdk(db).map(drop),
        "one request",
    );
    let moves = Order::key("1").update().set(Order::STATUS, Status::Shipped);
    refused(moves.into_sdk(db).map(drop), "one request");
    let stays = Order::key("1").update().set(Order::NOTE, "stays");
    stays.into_sdk(db).expect("it moves nothing");
}

#[tokio::test]
async fn what_is_not_known_is_refused_in_a_transaction() {
    let db = &shop().await;
    let one = order("1", "a");
    refused(db.transact(one.put()).await, "instead_of");
    refused(db.transact(Order::key("1").delete()).await, "item.delete()");
    let moves = Order::key("1").update().set(Order::STATUS, Status::Shipped);
    refused(db.transact(moves).await, "instead_of");
    refused(one.put().returning_old().send(db).await, "returns no item");
    let old = Order::key("1").delete().returning_old().send(db).await;
    refused(old, "returns no item");
    let new = Order::key("1").update().set(Order::CUSTOMER, "b");
    refused(new.returning_new().send(db).await, "returns no item");
}

#[tokio::test]
async fn what_has_counters_is_not_written_in_batches() {
    let db = &shop().await;
    let batch = db.batch_write([customer("c").put()]).await;
    let error = batch.expect_err("a refusal");
    assert!(error.to_string().contains("has counters"), "{error}");
}

#[tokio::test]
async fn a_sharded_counter_stays_with_the_key() {
    let db = &shop().await;
    let moving = Order::backfill().move_items().send(db).await;
    refused(moving, "the shard follows from the key");
    Tag::backfill().move_items().send(db).await.expect("a move");
}
