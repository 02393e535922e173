//! Counters are put right from what is stored.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Db, Item, Meter};
use tests::faults::Faults;

use crate::model::{Customer, Order, counted, order, over, shop, uses};

/// Stores an order as a program that does not count would.
async fn smuggle(db: &Db, order: &Order) {
    let table = db.table_name::<Order>().expect("a name");
    let put = db.client().put_item().table_name(table);
    let put = put.set_item(Some(order.to_item().expect("an item")));
    put.send().await.expect("a put");
}

async fn overwrite(db: &Db, customer: &str, orders: &str) {
    let table = db.table_name::<Customer>().expect("a name");
    let update = db.client().update_item().table_name(table);
    let update = update
        .key("PK", AttributeValue::S(format!("CUSTOMER#{customer}")))
        .update_expression("SET orders = :n")
        .expression_attribute_values(":n", AttributeValue::N(orders.into()));
    update.send().await.expect("an update");
}

#[tokio::test]
async fn what_was_stored_before_is_counted() {
    let db = &shop().await;
    for number in 0..30 {
        let tag = (number % 3 == 0).then(|| "red".to_owned());
        let order = Order {
            tag,
            ..order(&number.to_string(), "a")
        };
        smuggle(db, &order).await;
    }
    let mut lost = order("lost", "nobody");
    smuggle(db, &lost).await;
    overwrite(db, "b", "7").await;
    // A delete before the recount takes the counter below zero.
    Order::key("0").delete().send(db).await.expect("a delete");
    assert_eq!(counted(db, "a").await, (-1, -1));

    let planned = Order::recount().dry_run().send(db).await.expect("a plan");
    assert_eq!(counted(db, "a").await, (-1, -1));
    let done = Order::recount().segments(3).send(db).await.expect("done");
    assert_eq!((planned.items, planned.corrected), (30, done.corrected));
    assert_eq!(done.missing, 1, "nobody: {done}");
    assert!(!done.is_complete());
    assert_eq!(counted(db, "a").await, (29, 29));
    assert_eq!(counted(db, "b").await, (0, 0));
    assert_eq!(uses(db, "red").await, 9);

    lost.customer = "b".into();
    smuggle(db, &lost).await;
    let done = Order::recount().send(db).await.expect("a recount");
    assert!(done.is_complete(), "{done}");
    assert_eq!(done.corrected, 1, "{done}");
    let again = Order::recount().send(db).await.expect("a recount");
    assert_eq!((again.corrected, again.busy), (0, 0), "{again}");
    assert_eq!(counted(db, "b").await, (1, 1));
}

/// Creates an order after so many reads, while the next is on its way.
fn before_read(reads: u32, faults: Faults, db: Db) {
    faults.clone().before_next(move || {
        Box::pin(async move {
            if reads > 0 {
                return before_read(reads - 1, faults, db);
            }
            order("2", "a").create().send(&db).await.expect("a create");
        })
    });
}

#[tokio::test]
async fn a_counter_that_changes_meanwhile_is_left_to_its_writers() {
    let db = &shop().await;
    smuggle(db, &order("0", "a")).await;
    smuggle(db, &order("1", "b")).await;
    let faults = Faults::of_reads();
    // Customers, tags and orders are read for their counters; another order comes in before the
    // orders are read to be counted.
    before_read(3, faults.clone(), db.clone());
    let done = Order::recount().send(&over(&faults, db)).await;
    let done = done.expect("a recount");
    assert_eq!((done.busy, done.corrected), (1, 1), "{done}");
    assert_eq!(counted(db, "b").await, (1, 1));
    let done = Order::recount().send(db).await.expect("a recount");
    assert!(done.is_complete(), "{done}");
    assert_eq!(counted(db, "a").await, (2, 2));
    assert_eq!(counted(db, "b").await, (1, 1));
}

#[tokio::test]
async fn a_type_that_is_counted_nowhere_is_not_read() {
    let db = &shop().await;
    let meter = Meter::new();
    let error = Customer::recount().meter(&meter).send(db).await;
    assert_eq!(
        error.expect_err("no counter").to_string(),
        "`recount` was not sent: `Customer` is counted nowhere; declare its counter with `#[count(…)]`"
    );
    assert_eq!(meter.capacity().requests, 0);
}
