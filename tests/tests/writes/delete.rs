//! Deleting one item by its key.

use dynamo_runtime::Item;
use tests::with_table;

use tests::orders::{Order, Status, order};

#[tokio::test]
async fn a_deleted_item_is_gone_and_deleting_it_again_succeeds() {
    with_table::<Order>(async |db| {
        order(1).put().send(db).await.expect("a put");
        order(2).put().send(db).await.expect("a put");
        let key = order(1).to_key();
        key.clone().delete().send(db).await.expect("a delete");
        assert!(
            !key.clone()
                .exists()
                .consistent()
                .send(db)
                .await
                .expect("a look")
        );
        key.delete().send(db).await.expect("a second delete");
        let other = order(2).to_key().exists().consistent().send(db).await;
        assert!(other.expect("a look"));
    })
    .await;
}

#[tokio::test]
async fn a_condition_that_does_not_hold_keeps_the_item_and_gives_it() {
    with_table::<Order>(async |db| {
        order(1).put().send(db).await.expect("a put");
        let delete = |status| {
            let delete = order(1).to_key().delete();
            delete.condition(Order::STATUS.eq(status))
        };
        let error = delete(Status::Shipped)
            .send(db)
            .await
            .expect_err("it is new");
        assert!(error.is_condition_failed(), "{error}");
        assert_eq!(error.current::<Order>().expect("an order"), Some(order(1)));
        assert!(
            order(1)
                .to_key()
                .exists()
                .consistent()
                .send(db)
                .await
                .expect("a look")
        );
        delete(Status::New).send(db).await.expect("a delete");
        assert!(
            !order(1)
                .to_key()
                .exists()
                .consistent()
                .send(db)
                .await
                .expect("a look")
        );
    })
    .await;
}

#[tokio::test]
async fn must_exist_fails_if_there_is_no_item() {
    with_table::<Order>(async |db| {
        let delete = || order(1).to_key().delete().must_exist();
        let error = delete().send(db).await.expect_err("nothing there");
        assert!(error.is_condition_failed(), "{error}");
        assert_eq!(error.current::<Order>().expect("no item"), None);
        order(1).put().send(db).await.expect("a put");
        let both = delete().condition(Order::TOTAL.eq(1));
        let error = both.send(db).await.expect_err("another total");
        assert_eq!(error.current::<Order>().expect("an order"), Some(order(1)));
        delete().send(db).await.expect("a delete");
    })
    .await;
}

#[tokio::test]
async fn returning_old_gives_what_was_deleted() {
    with_table::<Order>(async |db| {
        let delete = || order(1).to_key().delete();
        let gone = delete().returning_old().send(db).await;
        assert_eq!(gone.expect("a delete"), None);
        order(1).put().send(db).await.expect("a put");
        let gone = delete().must_exist().returning_old().send(db).await;
        assert_eq!(gone.expect("a delete"), Some(order(1)));
    })
    .await;
}

#[tokio::test]
async fn the_request_is_the_sdks_own() {
    with_table::<Order>(async |db| {
        order(1).put().send(db).await.expect("a put");
        let delete = order(1).to_key().delete();
        let delete = delete.condition(Order::TOTAL.gt(99)).into_sdk(db);
        let delete = delete.expect("a request");
        assert_eq!(
            delete.as_input().get_condition_expression().as_deref(),
            Some("#n0 > :v0")
        );
        delete.send().await.expect("a delete");
        assert!(
            !order(1)
                .to_key()
                .exists()
                .consistent()
                .send(db)
                .await
                .expect("a look")
        );
    })
    .await;
}
