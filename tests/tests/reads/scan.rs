//! Scans: every item of a table, in parts or whole.

use dynamo_runtime::{Error, Item};
use tests::with_table;

use tests::orders::{Order, Status, numbers, order, seed};

fn sorted(mut numbers: Vec<u32>) -> Vec<u32> {
    numbers.sort_unstable();
    numbers
}

async fn seed_partitions(db: &dynamo_runtime::Db) {
    for number in 1..=8 {
        let mut order = order(number);
        order.customer = format!("c{number}");
        order.put().send(db).await.expect("a put");
    }
}

#[tokio::test]
async fn a_scan_gives_every_item_once() {
    with_table::<Order>(async |db| {
        seed_partitions(db).await;
        let all = Order::scan().consistent().all(db).await.expect("a scan");
        assert_eq!(sorted(numbers(&all)), [1, 2, 3, 4, 5, 6, 7, 8]);
        let paged = Order::scan().page_size(3).all(db).await.expect("a scan");
        assert_eq!(paged.len(), 8);
        assert_eq!(
            Order::scan().page_size(3).count(db).await.expect("a count"),
            8
        );
        assert_eq!(Order::scan().limit(5).count(db).await.expect("a count"), 5);
    })
    .await;
}

#[tokio::test]
async fn a_filter_of_a_scan_may_name_a_key_attribute_of_an_index() {
    with_table::<Order>(async |db| {
        seed_partitions(db).await;
        let shipped = Order::STATUS.eq(Status::Shipped);
        let both = Order::scan().filter(shipped).filter(Order::TOTAL.le(600));
        let found = both.all(db).await.expect("a scan");
        assert_eq!(sorted(numbers(&found)), [2, 4, 6]);
        let one = Order::scan()
            .filter(Order::CUSTOMER.eq("c7"))
            .first(db)
            .await;
        let one = one.expect("a scan").expect("an order");
        assert_eq!(numbers([&one]), [7]);
    })
    .await;
}

#[tokio::test]
async fn segments_share_the_items_out() {
    with_table::<Order>(async |db| {
        seed_partitions(db).await;
        let mut found = Vec::new();
        for segment in 0..3 {
            let part = Order::scan().segment(segment, 3).all(db).await;
            found.extend(numbers(&part.expect("a scan")));
        }
        assert_eq!(sorted(found), [1, 2, 3, 4, 5, 6, 7, 8]);
        let error = Order::scan().segment(3, 3).all(db).await;
        assert!(matches!(error, Err(Error::Expression { .. })), "{error:?}");
    })
    .await;
}

#[tokio::test]
async fn pages_of_a_scan_join_without_gap_or_overlap() {
    with_table::<Order>(async |db| {
        seed_partitions(db).await;
        let whole = Order::scan().all(db).await.expect("a scan");
        // A limit of two within pages of three cuts pages in their middle.
        for (limit, page_size) in [(2, 3), (3, 2), (1, 8), (4, 100)] {
            let mut found = Vec::new();
            let mut cursor = None;
            loop {
                let scan = Order::scan().limit(limit).page_size(page_size);
                let page = scan.after(cursor).send(db).await.expect("a scan");
                assert!(page.items.len() <= limit);
                found.extend(page.items);
                cursor = page.next;
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!(found, whole, "limit {limit}, page size {page_size}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_cursor_of_another_segment_or_of_a_query_is_refused() {
    with_table::<Order>(async |db| {
        seed(db, 5).await;
        let page = Order::scan().limit(2).send(db).await.expect("a scan");
        let cursor = page.next.expect("more");
        let other = Order::scan().segment(0, 2).after(cursor.clone()).send(db);
        assert!(matches!(other.await, Err(Error::Cursor(_))));
        let query = Order::query("c1").after(cursor).send(db).await;
        assert!(matches!(query, Err(Error::Cursor(_))), "{query:?}");
        let page = Order::query("c1").limit(2).send(db).await.expect("a query");
        let scan = Order::scan().after(page.next).send(db).await;
        assert!(matches!(scan, Err(Error::Cursor(_))), "{scan:?}");
    })
    .await;
}

#[tokio::test]
async fn the_request_is_the_sdks_own() {
    with_table::<Order>(async |db| {
        seed(db, 5).await;
        let request = Order::scan()
            .filter(Order::TOTAL.ge(400))
            .segment(0, 1)
            .page_size(2)
            .into_sdk(db)
            .expect("a request");
        let input = request.as_input();
        assert_eq!(*input.get_limit(), Some(2));
        assert_eq!(
            (*input.get_segment(), *input.get_total_segments()),
            (Some(0), Some(1))
        );
        let mut items = request.into_paginator().items().send();
        let mut count = 0;
        while let Some(item) = items.next().await {
            item.expect("an item");
            count += 1;
        }
        assert_eq!(count, 2);
    })
    .await;
}

/// Items of two types in one table, told apart by the type attribute.
mod shared {
    use super::{Item, with_table};

    #[derive(Debug, Clone, PartialEq, Item)]
    #[table(name = "zoo", pk = "PK", type_attr = "kind")]
    #[dynamo(entity = "BIRD")]
    #[key(pk = "BIRD#{name}")]
    struct Bird {
        name: String,
    }

    #[derive(Debug, Clone, PartialEq, Item)]
    #[table(name = "zoo", pk = "PK", type_attr = "kind")]
    #[dynamo(entity = "FISH")]
    #[key(pk = "FISH#{name}")]
    struct Fish {
        name: String,
        fins: u8,
    }

    #[tokio::test]
    async fn a_scan_reads_its_own_item_type_only() {
        with_table::<Bird>(async |db| {
            let name = db.table_name::<Bird>().expect("a name").into_owned();
            let db = &db.clone().with_table_name::<Fish>(name);
            let bird = Bird { name: "owl".into() };
            let fish = Fish {
                name: "cod".into(),
                fins: 8,
            };
            bird.put().send(db).await.expect("a put");
            fish.put().send(db).await.expect("a put");
            assert_eq!(Bird::scan().all(db).await.expect("a scan"), [bird]);
            assert_eq!(Fish::scan().all(db).await.expect("a scan"), [fish]);
            assert_eq!(Bird::scan().count(db).await.expect("a count"), 1);
            let one = Fish::scan().filter(Fish::FINS.eq(8)).first(db).await;
            assert!(one.expect("a scan").is_some());
        })
        .await;
    }
}
