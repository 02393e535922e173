//! The item with the counter: nothing but counting changes it.

use dynamo_runtime::{Error, Item};

use crate::model::{Customer, counted, customer, order, shop};

#[tokio::test]
async fn a_stale_copy_does_not_set_a_counter_back() {
    let db = &shop().await;
    let stale = customer("a");
    order("1", "a").create().send(db).await.expect("a create");
    for put in [stale.put(), stale.replace()] {
        let error = put.send(db).await.expect_err("a stale copy");
        assert!(error.is_condition_failed(), "{error}");
        assert_eq!(
            error.to_string(),
            "condition on `Customer` failed: the counter `orders` has changed since you read it; use \
             `update` or `modify` for other fields"
        );
    }
    let error = db.transact(stale.put()).await.expect_err("a stale copy");
    assert!(error.is_condition_failed(), "{error}");
    assert_eq!(counted(db, "a").await, (1, 1));
    let fresh = Customer::key("a").get().consistent().send(db).await;
    let fresh = Customer {
        name: "Ada".into(),
        ..fresh.expect("a get").expect("a customer")
    };
    fresh.put().send(db).await.expect("a copy as it is stored");
    assert_eq!(counted(db, "a").await, (1, 1));
    // One that is not stored can be put as it is, as from a backup.
    let copy = Customer {
        customer: "c".into(),
        ..fresh
    };
    copy.put().send(db).await.expect("a new customer");
    assert_eq!(counted(db, "c").await, (1, 1));
}

#[tokio::test]
async fn a_closure_leaves_counters_alone() {
    let db = &shop().await;
    let change = Customer::key("a").modify(|customer| customer.orders += 1);
    let error = change.send(db).await.expect_err("a counter");
    assert!(matches!(error, Error::Expression { .. }), "{error}");
    assert!(error.to_string().contains("is a counter"), "{error}");
    let rename = Customer::key("a").modify(|customer| customer.name = "Ada".into());
    rename.send(db).await.expect("a change of another field");
}

#[tokio::test]
async fn a_counter_that_was_never_stored_is_zero() {
    let db = &shop().await;
    let table = db.table_name::<Customer>().expect("a name");
    let text = |text: &str| aws_sdk_dynamodb::types::AttributeValue::S(text.into());
    let old = db.client().put_item().table_name(table);
    let old = old.item("PK", text("CUSTOMER#old"));
    let old = old
        .item("customer", text("old"))
        .item("name", text("from before"));
    old.send().await.expect("an item of old code");
    assert_eq!(counted(db, "old").await, (0, 0));
    order("1", "old").create().send(db).await.expect("a create");
    assert_eq!(counted(db, "old").await, (1, 1));
}
