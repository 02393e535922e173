//! Queries: order, limits, pages, and the ways to take what they find.

use dynamo_runtime::{Error, Item, Page, Record};
use tests::with_table;

use tests::orders::{Document, Order, Status, document, numbers, order, seed};

#[tokio::test]
async fn items_come_in_the_order_of_the_sort_key() {
    with_table::<Order>(async |db| {
        seed(db, 5).await;
        let ascending = Order::query("c1").all(db).await.expect("a query");
        assert_eq!(numbers(&ascending), [1, 2, 3, 4, 5]);
        let descending = Order::query("c1").descending().all(db).await;
        assert_eq!(numbers(&descending.expect("a query")), [5, 4, 3, 2, 1]);
        let again = Order::query("c1").descending().ascending().all(db).await;
        assert_eq!(again.expect("a query"), ascending);
        let other = Order::query("c2").all(db).await.expect("a query");
        assert_eq!(other, []);
    })
    .await;
}

#[tokio::test]
async fn limit_counts_what_comes_back_and_page_size_what_is_looked_at() {
    with_table::<Order>(async |db| {
        seed(db, 9).await;
        let shipped = || Order::query("c1").filter(Order::STATUS.eq(Status::Shipped));
        let page = shipped().limit(3).send(db).await.expect("a query");
        assert_eq!(numbers(&page.items), [2, 4, 6]);
        let page = shipped().page_size(3).send(db).await.expect("a query");
        assert_eq!(numbers(&page.items), [2], "of the first three");
        assert!(page.next.is_some());
        let page = shipped().page_size(1).send(db).await.expect("a query");
        assert_eq!(page.items, [], "the first is not shipped");
        assert!(page.next.is_some(), "an empty page is not the end");
        let page = shipped().limit(3).page_size(1).send(db).await;
        assert_eq!(numbers(&page.expect("a query").items), [2, 4, 6]);
        let all = shipped().page_size(2).all(db).await.expect("a query");
        assert_eq!(numbers(&all), [2, 4, 6, 8]);
        let all = shipped().limit(3).page_size(2).all(db).await;
        assert_eq!(numbers(&all.expect("a query")), [2, 4, 6]);
    })
    .await;
}

#[tokio::test]
async fn a_limit_of_nothing_gives_nothing_and_no_page() {
    with_table::<Order>(async |db| {
        seed(db, 2).await;
        let query = || Order::query("c1").limit(0);
        assert_eq!(query().all(db).await.expect("a query"), []);
        let page = query().send(db).await.expect_err("no page");
        assert!(page.to_string().contains("at least 1"), "{page}");
        assert_eq!(query().count(db).await.expect("a query"), 0);
        let mut stream = query().stream(db).expect("a stream");
        assert!(stream.next().await.is_none());
    })
    .await;
}

#[tokio::test]
async fn first_reads_on_until_it_has_one() {
    with_table::<Order>(async |db| {
        seed(db, 6).await;
        let first = Order::query("c1")
            .filter(Order::TOTAL.ge(500))
            .page_size(1)
            .first(db)
            .await;
        assert_eq!(first.expect("a query"), Some(order(5)));
        let last = Order::query("c1").descending().first(db).await;
        assert_eq!(last.expect("a query"), Some(order(6)));
        let none = Order::query("c1").filter(Order::TOTAL.gt(600)).first(db);
        assert_eq!(none.await.expect("a query"), None);
    })
    .await;
}

#[tokio::test]
async fn one_is_the_only_one() {
    with_table::<Order>(async |db| {
        seed(db, 3).await;
        let total = |total: i64| {
            let query = Order::query("c1").page_size(1);
            query.filter(Order::TOTAL.ge(total))
        };
        assert_eq!(total(300).one(db).await.expect("one"), order(3));
        let error = total(301).one(db).await.expect_err("none");
        assert!(error.is_not_found(), "{error}");
        let error = total(200).one(db).await.expect_err("two");
        assert!(
            matches!(
                error,
                Error::NotUnique {
                    item: "Order",
                    query: "query"
                }
            ),
            "{error}"
        );
    })
    .await;
}

#[tokio::test]
async fn count_goes_through_every_page() {
    with_table::<Order>(async |db| {
        seed(db, 7).await;
        let query = || Order::query("c1").page_size(2);
        assert_eq!(query().count(db).await.expect("a count"), 7);
        let new = query().filter(Order::STATUS.eq(Status::New)).count(db);
        assert_eq!(new.await.expect("a count"), 4);
        assert_eq!(query().limit(3).count(db).await.expect("a count"), 3);
        assert_eq!(query().limit(9).count(db).await.expect("a count"), 7);
        let ranged = query().range(Order::PLACED_AT.gt("2025-11-04")).count(db);
        assert_eq!(ranged.await.expect("a count"), 3);
    })
    .await;
}

#[tokio::test]
async fn several_filters_are_all_required() {
    with_table::<Order>(async |db| {
        seed(db, 6).await;
        let found = Order::query("c1")
            .filter(Order::STATUS.eq(Status::Shipped))
            .filter(Order::TOTAL.gt(200))
            .all(db)
            .await;
        assert_eq!(numbers(&found.expect("a query")), [4, 6]);
    })
    .await;
}

#[tokio::test]
async fn a_page_maps_its_items_and_keeps_its_cursor() {
    with_table::<Order>(async |db| {
        seed(db, 3).await;
        let page = Order::query("c1").limit(2).send(db).await.expect("a query");
        let next = page.next.clone();
        assert!(next.is_some());
        let totals: Page<i64> = page.clone().map(|order| order.total);
        assert_eq!((totals.items, totals.next), (vec![100, 200], next));
        assert_eq!(page.into_iter().count(), 2);
    })
    .await;
}

#[tokio::test]
async fn all_reads_past_the_megabyte_of_a_page() {
    with_table::<Document>(async |db| {
        let documents: Vec<_> = (1..=4).map(|number| document(number, 380_000)).collect();
        for document in &documents {
            document.put().send(db).await.expect("a put");
        }
        let page = Document::query("f").send(db).await.expect("a query");
        assert!(page.items.len() < 4 && page.next.is_some());
        let all = Document::query("f").all(db).await.expect("a query");
        assert_eq!(all, documents);
        assert_eq!(Document::query("f").count(db).await.expect("a count"), 4);
    })
    .await;
}

#[tokio::test]
async fn the_request_is_the_sdks_own() {
    with_table::<Order>(async |db| {
        seed(db, 3).await;
        let request = Order::query("c1")
            .range(Order::PLACED_AT.ge("2025-11-02"))
            .filter(Order::TOTAL.lt(300))
            .descending()
            .consistent()
            .limit(5)
            .into_sdk(db)
            .expect("a request");
        let input = request.as_input();
        assert_eq!(*input.get_limit(), Some(5));
        assert_eq!(*input.get_scan_index_forward(), Some(false));
        assert_eq!(*input.get_consistent_read(), Some(true));
        assert_eq!(*input.get_index_name(), None);
        let found = request.send().await.expect("a query");
        let items = found.items.unwrap_or_default().into_iter();
        let orders: Result<Vec<_>, _> = items.map(Order::from_item).collect();
        assert_eq!(numbers(&orders.expect("orders")), [2]);
    })
    .await;
}

#[tokio::test]
async fn local_indexes_read_consistently() {
    with_table::<Order>(async |db| {
        seed(db, 4).await;
        let query = || Order::by_total("c1").consistent();
        let found = query().range(Order::TOTAL.between(200, 300)).all(db).await;
        assert_eq!(numbers(&found.expect("a query")), [2, 3]);
        let request = query().into_sdk(db).expect("a request");
        let input = request.as_input();
        assert_eq!(input.get_index_name().as_deref(), Some("ByTotal"));
        assert_eq!(*input.get_consistent_read(), Some(true));
        let page = query()
            .limit(3)
            .descending()
            .send(db)
            .await
            .expect("a query");
        assert_eq!(numbers(&page.items), [4, 3, 2]);
        let rest = query().descending().after(page.next).send(db).await;
        assert_eq!(numbers(&rest.expect("a query").items), [1]);
    })
    .await;
}
