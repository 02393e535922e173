//! Writes of one item, each of which counts.

use dynamo_runtime::{Error, Item, known};
use tests::faults::Faults;

use crate::model::{
    Customer, Order, Status, counted, customer, followers, order, over, shop, uses,
};

#[tokio::test]
async fn what_is_created_and_deleted_is_counted() {
    let db = &shop().await;
    order("1", "a").create().send(db).await.expect("a create");
    order("2", "a").create().send(db).await.expect("a create");
    order("3", "b").create().send(db).await.expect("a create");
    assert_eq!(counted(db, "a").await, (2, 2));
    assert_eq!(counted(db, "b").await, (1, 1));

    let error = order("1", "a").create().send(db).await;
    assert!(error.expect_err("it exists").is_condition_failed());
    assert_eq!(counted(db, "a").await, (2, 2), "nothing was counted");

    Order::key("1").delete().send(db).await.expect("a delete");
    order("3", "b").delete().send(db).await.expect("a delete");
    // There is nothing to delete any more.
    Order::key("1").delete().send(db).await.expect("a delete");
    assert_eq!(counted(db, "a").await, (1, 1));
    assert_eq!(counted(db, "b").await, (0, 0));
}

#[tokio::test]
async fn a_put_counts_what_it_changes() {
    let db = &shop().await;
    let mut one = order("1", "a");
    one.put().send(db).await.expect("a put");
    one.put().send(db).await.expect("the same again");
    assert_eq!(counted(db, "a").await, (1, 1));
    one.status = Status::Shipped;
    one.put().send(db).await.expect("a put");
    assert_eq!(counted(db, "a").await, (1, 0));
    let moved = Order {
        customer: "b".into(),
        status: Status::Open,
        ..one.clone()
    };
    moved.replace().send(db).await.expect("a replace");
    assert_eq!(counted(db, "a").await, (0, 0));
    assert_eq!(counted(db, "b").await, (1, 1));
    one.put()
        .instead_of(&moved)
        .send(db)
        .await
        .expect("a put over a known item");
    assert_eq!(counted(db, "a").await, (1, 0));
    assert_eq!(counted(db, "b").await, (0, 0));
    let error = order("9", "a").replace().send(db).await;
    assert!(error.expect_err("nothing to replace").is_not_found());
    assert_eq!(counted(db, "a").await, (1, 0));
}

#[tokio::test]
async fn an_update_counts_what_it_moves() {
    let db = &shop().await;
    order("1", "a").create().send(db).await.expect("a create");
    let update = Order::key("1").update().set(Order::NOTE, "soon");
    update.send(db).await.expect("an update");
    assert_eq!(counted(db, "a").await, (1, 1));

    let ship = Order::key("1")
        .update()
        .set(Order::STATUS, Status::Shipped)
        .add(Order::AMOUNT, 1_u32);
    ship.send(db).await.expect("an update");
    assert_eq!(counted(db, "a").await, (1, 0));

    let give = Order::key("1")
        .update()
        .set(Order::CUSTOMER, "b")
        .set(Order::STATUS, Status::Open)
        .condition(Order::AMOUNT.eq(2_u32));
    give.send(db).await.expect("an update");
    assert_eq!(counted(db, "a").await, (0, 0));
    assert_eq!(counted(db, "b").await, (1, 1));

    let unmet = Order::key("1")
        .update()
        .set(Order::CUSTOMER, "a")
        .condition(Order::AMOUNT.eq(7_u32));
    let error = unmet.send(db).await.expect_err("an unmet condition");
    assert_eq!(error.current::<Order>().expect("it").expect("it").amount, 2);
    let absent = Order::key("9").update().set(Order::CUSTOMER, "a");
    let error = absent.send(db).await.expect_err("nothing to update");
    assert!(error.is_not_found(), "{error}");
    let kept = Order::key("1")
        .update()
        .set(Order::CUSTOMER, known("b"))
        .set(Order::NOTE, "kept");
    kept.send(db).await.expect("what is known moves nothing");
    let within = Order::key("1")
        .update()
        .set(Order::STATUS, Status::Shipped)
        .subtract(Order::AMOUNT, 9_u32);
    let error = within.send(db).await.expect_err("below zero");
    assert!(error.to_string().contains("amount"), "{error}");
    assert_eq!(counted(db, "b").await, (1, 1));
}

#[tokio::test]
async fn an_upsert_counts_what_it_creates() {
    let db = &shop().await;
    let upsert = |note: &str| {
        Order::key("1")
            .update()
            .set(Order::CUSTOMER, "a")
            .set(Order::STATUS, Status::Open)
            .set(Order::NOTE, note)
            .set(Order::AMOUNT, 1_u32)
            .upsert()
    };
    upsert("new").send(db).await.expect("an upsert");
    assert_eq!(counted(db, "a").await, (1, 1));
    upsert("again").send(db).await.expect("an upsert");
    assert_eq!(counted(db, "a").await, (1, 1));
}

#[tokio::test]
async fn a_modify_counts_what_it_moves() {
    let db = &shop().await;
    order("1", "a").create().send(db).await.expect("a create");
    let moved = Order::key("1").modify(|order| {
        order.customer = "b".into();
        order.tag = Some("red".into());
    });
    let moved = moved.send(db).await.expect("a modify");
    assert_eq!(moved.customer, "b");
    assert_eq!(counted(db, "a").await, (0, 0));
    assert_eq!(counted(db, "b").await, (1, 1));
    assert_eq!(uses(db, "red").await, 1);
    let stays = Order::key("1").modify(|order| order.note = "stays".into());
    stays.send(db).await.expect("a modify");
    assert_eq!(counted(db, "b").await, (1, 1));
}

#[tokio::test]
async fn what_is_soft_deleted_is_not_counted() {
    let db = &shop().await;
    order("1", "a").create().send(db).await.expect("a create");
    let key = || Order::key("1");
    key().soft_delete().send(db).await.expect("a soft delete");
    assert_eq!(counted(db, "a").await, (0, 0));
    let again = key().soft_delete().send(db).await;
    assert!(again.expect_err("deleted already").is_not_found());
    assert_eq!(counted(db, "a").await, (0, 0));
    key().restore().send(db).await.expect("a restore");
    key().restore().send(db).await.expect("nothing to restore");
    assert_eq!(counted(db, "a").await, (1, 1));
    key().soft_delete().send(db).await.expect("a soft delete");
    order("1", "b")
        .create()
        .send(db)
        .await
        .expect("in its place");
    assert_eq!(counted(db, "a").await, (0, 0));
    assert_eq!(counted(db, "b").await, (1, 1));
    key().soft_delete().send(db).await.expect("a soft delete");
    key().delete().send(db).await.expect("a delete for good");
    assert_eq!(counted(db, "b").await, (0, 0));
}

#[tokio::test]
async fn counters_are_made_and_spread_where_they_are_sharded() {
    let db = &shop().await;
    for number in 0..20 {
        let order = Order {
            tag: Some("red".into()),
            ..order(&number.to_string(), "a")
        };
        order.create().send(db).await.expect("a create");
    }
    assert_eq!(uses(db, "red").await, 20);
    let shards = crate::model::Tag::query("red").all(db).await.expect("all");
    assert_eq!(shards.len(), 4, "every shard has some of twenty");
    assert!(shards.iter().all(|shard| shard.shard < 4));
    Order::key("7").delete().send(db).await.expect("a delete");
    assert_eq!(uses(db, "red").await, 19);
}

#[tokio::test]
async fn an_item_is_counted_in_another_of_its_type() {
    let db = &shop().await;
    order("1", "a").create().send(db).await.expect("a create");
    let follower = Order {
        follows: Some("1".into()),
        ..order("2", "a")
    };
    follower.create().send(db).await.expect("a create");
    assert_eq!(followers(db, "1").await, 1);
    let leave = Order::key("2").update().remove(Order::FOLLOWS);
    leave.send(db).await.expect("an update");
    assert_eq!(followers(db, "1").await, 0);
}

#[tokio::test]
async fn what_counts_has_to_be_there_unless_it_is_made() {
    let db = &shop().await;
    let error = order("1", "nobody").create().send(db).await;
    let error = error.expect_err("nobody to count for");
    assert!(
        matches!(
            error,
            Error::Uncounted {
                item: "Order",
                counter: "Customer"
            }
        ),
        "{error}"
    );
    let message = error.to_string();
    assert!(message.contains("create it first"), "{message}");
    let found = Order::key("1").get().consistent().send(db).await;
    assert_eq!(found.expect("a get"), None, "nothing was written");
}

#[tokio::test]
async fn what_was_counted_can_be_deleted_after_the_counter() {
    let db = &shop().await;
    order("1", "a").create().send(db).await.expect("a create");
    order("2", "a").create().send(db).await.expect("a create");
    Customer::key("a")
        .delete()
        .send(db)
        .await
        .expect("a delete");
    Order::key("1").delete().send(db).await.expect("an orphan");
    let orphan = Order::key("2").modify(|order| order.customer = "b".into());
    orphan.send(db).await.expect("a move");
    assert_eq!(counted(db, "b").await, (1, 1));
    let gone = Customer::key("a").get().consistent().send(db).await;
    assert_eq!(gone.expect("a get"), None, "nothing was made of it");
    customer("a").create().send(db).await.expect("a create");
    assert_eq!(counted(db, "a").await, (0, 0));
}

#[tokio::test]
async fn an_item_that_moves_meanwhile_is_counted_where_it_went() {
    for kind in ["put", "delete", "update", "modify"] {
        let db = &shop().await;
        order("1", "a").create().send(db).await.expect("a create");
        let (faults, other) = (Faults::default(), db.clone());
        let racing = &over(&faults, db);
        // The item is read, and given to another customer before the transaction arrives.
        faults.before_next(move || {
            Box::pin(async move {
                let give = Order::key("1").update().set(Order::CUSTOMER, "b");
                give.send(&other).await.expect("a move");
            })
        });
        let ship = |order: &mut Order| order.status = Status::Shipped;
        let mut shipped = order("1", "a");
        ship(&mut shipped);
        let key = Order::key("1");
        let (sent, of_a, of_b) = match kind {
            "put" => (shipped.put().send(racing).await, (1, 0), (0, 0)),
            "delete" => (key.delete().send(racing).await, (0, 0), (0, 0)),
            "update" => {
                let update = key.update().set(Order::STATUS, Status::Shipped);
                (update.send(racing).await, (0, 0), (1, 0))
            }
            _ => (
                key.modify(ship).send(racing).await.map(drop),
                (0, 0),
                (1, 0),
            ),
        };
        sent.unwrap_or_else(|error| panic!("{kind}: {error}"));
        assert_eq!(counted(db, "a").await, of_a, "{kind}");
        assert_eq!(counted(db, "b").await, of_b, "{kind}");
    }
}
