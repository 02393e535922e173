//! Consumed capacity, added up on request.

use dynamo_runtime::{Item, Meter};
use tests::with_table;

use tests::orders::{Order, order, seed};

#[tokio::test]
async fn every_operation_adds_to_its_meter() {
    with_table::<Order>(async |db| {
        let meter = Meter::new();
        let mut expected = 0;
        let mut last = 0.0;
        let mut check = |what: &str, requests: u64| {
            expected += requests;
            let capacity = meter.capacity();
            assert_eq!(capacity.requests, expected, "{what}");
            assert!(
                capacity.units > last,
                "{what} costs something: {capacity:?}"
            );
            last = capacity.units;
        };
        let key = || order(1).to_key();
        order(1).put().meter(&meter).send(db).await.expect("a put");
        check("put", 1);
        key().get().meter(&meter).send(db).await.expect("a get");
        check("get", 1);
        key().exists().meter(&meter).send(db).await.expect("a look");
        check("exists", 1);
        order(2)
            .put()
            .returning_old()
            .meter(&meter)
            .send(db)
            .await
            .expect("a put");
        check("put returning", 1);
        Order::query("c1")
            .meter(&meter)
            .all(db)
            .await
            .expect("a query");
        check("query", 1);
        Order::query("c1")
            .page_size(1)
            .meter(&meter)
            .count(db)
            .await
            .expect("a count");
        let pages = meter.capacity().requests - 5;
        assert!((2..=3).contains(&pages), "a page an item: {pages}");
        check("count", pages);
        Order::scan().meter(&meter).all(db).await.expect("a scan");
        check("scan", 1);
        key()
            .delete()
            .meter(&meter)
            .send(db)
            .await
            .expect("a delete");
        check("delete", 1);
    })
    .await;
}

#[tokio::test]
async fn a_consistent_read_costs_twice_as_much() {
    with_table::<Order>(async |db| {
        seed(db, 1).await;
        let (eventual, consistent) = (Meter::new(), Meter::new());
        let key = || order(1).to_key();
        key().get().meter(&eventual).send(db).await.expect("a get");
        let get = key().get().consistent().meter(&consistent);
        get.send(db).await.expect("a get");
        let (eventual, consistent) = (eventual.capacity(), consistent.capacity());
        assert!((consistent.units - 2.0 * eventual.units).abs() < f64::EPSILON);
        assert!((eventual.units - 0.5).abs() < f64::EPSILON, "{eventual:?}");
    })
    .await;
}

#[tokio::test]
async fn capacity_is_not_asked_for_without_a_meter() {
    with_table::<Order>(async |db| {
        let item = order(1);
        let put = item.put().into_sdk(db).expect("a request");
        assert_eq!(*put.as_input().get_return_consumed_capacity(), None);
        let meter = Meter::new();
        let put = item.put().meter(&meter).into_sdk(db).expect("a request");
        assert!(put.as_input().get_return_consumed_capacity().is_some());
        assert_eq!(meter.clone().capacity().requests, 0);
    })
    .await;
}
