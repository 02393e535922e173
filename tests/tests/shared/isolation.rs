//! A read by one item type never gives or counts items of another, nor what somebody else left in
//! the table.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Db, Error, Item, Record, Table, View};
use tests::with_table;

/// Writes attributes past the library.
async fn put_raw<T: Table>(db: &Db, attributes: &[(&str, &str)]) {
    let attributes = attributes.iter().map(|(name, value)| {
        let value = match value.strip_prefix("N:") {
            Some(number) => AttributeValue::N(number.to_owned()),
            None => AttributeValue::S((*value).to_owned()),
        };
        ((*name).to_owned(), value)
    });
    let request = db
        .client()
        .put_item()
        .table_name(db.table_name::<T>().expect("a name"))
        .set_item(Some(attributes.collect()));
    request.send().await.expect("a raw put");
}

/// The same items in a table that stores the entity name, and in one where only the keys tell.
macro_rules! shop {
    ($module:ident, $($type_attr:tt)*) => {
        #[allow(dead_code, reason = "lints see into the derives of what a macro wrote")]
        mod $module {
            use super::*;

            #[derive(Table)]
            #[table(name = "shop", pk = "PK", sk = "SK" $($type_attr)*)]
            #[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
            #[gsi(name = "GSI2", pk = "GSI2PK", sk = "GSI2SK", projection = "KEYS_ONLY")]
            #[gsi(name = "GSI3", pk = "GSI3PK", sk = "GSI3SK", projection = ["total"])]
            #[lsi(name = "LSI1", sk = "LSI1SK")]
            pub(super) struct Shop;

            /// `ORDER#{id}`.
            #[derive(Debug, Clone, PartialEq, Item)]
            #[dynamo(table = Shop)]
            #[key(pk = "CUSTOMER#{customer}", sk = "ORDER#{id}")]
            #[gsi(name = "GSI1", pk = "DAY#{day}", sk = "{id}", query = "by_day")]
            #[gsi(name = "GSI2", pk = "DAY#{day}", sk = "{id}", query = "keys_by_day")]
            #[gsi(name = "GSI3", pk = "DAY#{day}", sk = "{id}", query = "totals_by_day")]
            #[lsi(name = "LSI1", sk = "{day}", query = "days")]
            pub(super) struct Order {
                pub(super) customer: String,
                pub(super) id: String,
                pub(super) day: String,
                pub(super) total: u32,
            }

            /// A key that extends the order's.
            #[derive(Debug, Clone, PartialEq, Item)]
            #[dynamo(table = Shop)]
            #[key(pk = "CUSTOMER#{customer}", sk = "ORDER#{order}#ITEM#{number:02}")]
            #[gsi(name = "GSI1", pk = "DAY#{day}", sk = "{order}", query = "by_day")]
            #[gsi(name = "GSI2", pk = "DAY#{day}", sk = "{order}", query = "keys_by_day")]
            #[gsi(name = "GSI3", pk = "DAY#{day}", sk = "{order}", query = "totals_by_day")]
            #[lsi(name = "LSI1", sk = "{day}", query = "days")]
            pub(super) struct Line {
                pub(super) customer: String,
                pub(super) order: String,
                pub(super) number: u32,
                pub(super) day: String,
                pub(super) total: u32,
            }

            /// One item a customer, with a sort key that begins the others.
            #[derive(Debug, Clone, PartialEq, Item)]
            #[dynamo(table = Shop)]
            #[key(pk = "CUSTOMER#{customer}", sk = literal("ORDER"))]
            pub(super) struct Cart {
                pub(super) customer: String,
                pub(super) total: u32,
            }

            #[derive(Debug, Clone, PartialEq, Item)]
            #[dynamo(table = Shop)]
            #[key(pk = "CUSTOMER#{customer}", sk = "ORDERS#{year}")]
            #[gsi(name = "GSI1", pk = "DAY#{day}", sk = "{year}", query = "by_day")]
            pub(super) struct Orders {
                pub(super) customer: String,
                pub(super) year: String,
                pub(super) day: String,
                pub(super) total: u32,
            }

            /// A sort key without any text of its own.
            #[derive(Debug, Clone, PartialEq, Item)]
            #[dynamo(table = Shop)]
            #[key(pk = "CUSTOMER#{customer}", sk = "{note:lower}#{note}")]
            pub(super) struct Note {
                pub(super) customer: String,
                pub(super) note: String,
                pub(super) total: u32,
            }

            /// Other partitions, the same sort keys.
            #[derive(Debug, Clone, PartialEq, Item)]
            #[dynamo(table = Shop)]
            #[key(pk = "SUPPLIER#{supplier}", sk = "ORDER#{id}")]
            #[gsi(name = "GSI1", pk = "DAY#{day}", sk = "{id}", query = "by_day")]
            #[gsi(name = "GSI2", pk = "DAY#{day}", sk = "{id}", query = "keys_by_day")]
            pub(super) struct Supply {
                pub(super) supplier: String,
                pub(super) id: String,
                pub(super) day: String,
                pub(super) total: u32,
            }

            #[derive(Debug, PartialEq, View)]
            #[view(item = Order)]
            pub(super) struct Total {
                pub(super) total: u32,
            }

            const _: () =
                dynamo_runtime::check_items::<(Order, Line, Cart, Orders, Note, Supply)>();

            pub(super) fn order(id: &str, total: u32) -> Order {
                Order {
                    customer: "c".into(),
                    id: id.into(),
                    day: "monday".into(),
                    total,
                }
            }

            pub(super) fn line(order: &str, number: u32) -> Line {
                Line {
                    customer: "c".into(),
                    order: order.into(),
                    number,
                    day: "monday".into(),
                    total: number,
                }
            }

            /// Three orders among everything else.
            pub(super) async fn seed(db: &Db) {
                for (id, total) in [("a", 10), ("b", 20), ("c", 30)] {
                    order(id, total).put().send(db).await.expect("a put");
                    for number in 1..=3 {
                        line(id, number).put().send(db).await.expect("a put");
                    }
                    let (supplier, id, day) = ("s".into(), id.into(), "monday".into());
                    let supply = Supply { supplier, id, day, total };
                    supply.put().send(db).await.expect("a put");
                }
                let customer = || "c".to_owned();
                let cart = Cart { customer: customer(), total: 1 };
                cart.put().send(db).await.expect("a put");
                let (year, day) = ("2025".into(), "monday".into());
                let orders = Orders { customer: customer(), year, day, total: 60 };
                orders.put().send(db).await.expect("a put");
                let note = Note { customer: customer(), note: "Call".into(), total: 5 };
                note.put().send(db).await.expect("a put");
            }

            #[tokio::test]
            async fn a_query_gives_one_type() {
                with_table::<Shop>(async |db| {
                    seed(db).await;
                    let orders = || Order::query("c");
                    let wanted = [order("a", 10), order("b", 20), order("c", 30)];
                    assert_eq!(orders().all(db).await.expect("a query"), wanted);
                    assert_eq!(orders().consistent().all(db).await.expect("a query"), wanted);
                    assert_eq!(orders().count(db).await.expect("a count"), 3);
                    let cart = Cart::query("c").one(db).await.expect("one");
                    assert_eq!(cart.total, 1, "`ORDER` is not what `ORDER#` or `ORDERS` is");
                    assert_eq!(Cart::query("c").count(db).await.expect("a count"), 1);
                    let year = Orders::query("c").one(db).await.expect("one");
                    assert_eq!(year.year, "2025");
                    let note = Note::query("c").one(db).await.expect("one");
                    assert_eq!(note.note, "Call");
                    assert_eq!(Note::query("c").count(db).await.expect("a count"), 1);
                    let lines = Line::query("c").range(Line::ORDER.eq("b"));
                    let lines = lines.all(db).await.expect("a query");
                    assert_eq!(lines, [line("b", 1), line("b", 2), line("b", 3)]);
                    assert_eq!(Line::query("c").count(db).await.expect("a count"), 9);
                    let first = orders().descending().first(db).await.expect("a query");
                    assert_eq!(first, Some(order("c", 30)));
                    let mut stream = orders().page_size(1).stream(db).expect("a stream");
                    let mut streamed = Vec::new();
                    while let Some(order) = stream.next().await {
                        streamed.push(order.expect("an order"));
                    }
                    assert_eq!(streamed, wanted);
                    let range = orders().range(Order::ID.ge("b")).all(db).await;
                    assert_eq!(range.expect("a query"), wanted[1..]);
                    let range = orders().range(Order::ID.le("b")).count(db).await;
                    assert_eq!(range.expect("a count"), 2);
                    let dear = orders().filter(Order::TOTAL.gt(15)).all(db).await;
                    assert_eq!(dear.expect("a query"), wanted[1..]);
                })
                .await;
            }

            #[tokio::test]
            async fn limits_and_cursors_count_one_type() {
                with_table::<Shop>(async |db| {
                    seed(db).await;
                    let wanted = ["a", "b", "c"];
                    for (limit, page_size) in [(1, None), (1, Some(1)), (2, None), (2, Some(3))] {
                        for descending in [false, true] {
                            let (mut found, mut cursor) = (Vec::new(), None);
                            loop {
                                let mut query = Order::query("c").limit(limit).after(cursor);
                                if descending {
                                    query = query.descending();
                                }
                                if let Some(size) = page_size {
                                    query = query.page_size(size);
                                }
                                let page = query.send(db).await.expect("a page");
                                assert!(page.items.len() <= limit);
                                if page.next.is_some() {
                                    assert_eq!(page.items.len(), limit, "pages are full");
                                }
                                found.extend(page.items.into_iter().map(|order| order.id));
                                cursor = page.next;
                                if cursor.is_none() {
                                    break;
                                }
                            }
                            if descending {
                                found.reverse();
                            }
                            assert_eq!(found, wanted, "{limit} {page_size:?} {descending}");
                        }
                    }
                    let count = Order::query("c").limit(2).count(db).await;
                    assert_eq!(count.expect("a count"), 2);
                    let count = Order::query("c").page_size(1).count(db).await;
                    assert_eq!(count.expect("a count"), 3);
                })
                .await;
            }

            #[tokio::test]
            async fn an_index_gives_one_type() {
                with_table::<Shop>(async |db| {
                    seed(db).await;
                    let wanted = [order("a", 10), order("b", 20), order("c", 30)];
                    let by_day = || Order::by_day("monday");
                    assert_eq!(by_day().all(db).await.expect("a query"), wanted);
                    assert_eq!(by_day().count(db).await.expect("a count"), 3);
                    assert_eq!(by_day().limit(2).all(db).await.expect("a query"), wanted[..2]);
                    let days = Order::days("c").all(db).await.expect("a query");
                    assert_eq!(days.len(), 3);
                    assert_eq!(Order::days("c").consistent().count(db).await.expect("some"), 3);
                    assert_eq!(Line::days("c").count(db).await.expect("a count"), 9);
                    assert_eq!(Line::by_day("monday").count(db).await.expect("a count"), 9);
                    assert_eq!(Orders::by_day("monday").count(db).await.expect("a count"), 1);
                    assert_eq!(Supply::by_day("monday").count(db).await.expect("a count"), 3);
                    let keys = Order::keys_by_day("monday").all(db).await.expect("a query");
                    let ids: Vec<_> = keys.iter().map(|keys| (&*keys.customer, &*keys.id)).collect();
                    assert_eq!(ids, [("c", "a"), ("c", "b"), ("c", "c")]);
                    assert_eq!(Order::keys_by_day("monday").count(db).await.expect("some"), 3);
                    let last = Order::keys_by_day("monday").descending().first(db).await;
                    assert_eq!(last.expect("a query").map(|keys| keys.id).as_deref(), Some("c"));
                    let keys = Supply::keys_by_day("monday").limit(2).all(db).await;
                    assert_eq!(keys.expect("a query").len(), 2);
                    assert_eq!(Line::keys_by_day("monday").count(db).await.expect("some"), 9);
                    let totals = Order::totals_by_day("monday").all(db).await.expect("a query");
                    let totals: Vec<_> = totals.iter().map(|order| order.total).collect();
                    assert_eq!(totals, [10, 20, 30]);
                    let dear = Order::totals_by_day("monday").filter(Order::TOTAL.ge(20));
                    assert_eq!(dear.count(db).await.expect("a count"), 2);
                    let (mut found, mut cursor) = (Vec::new(), None);
                    loop {
                        let page = Order::keys_by_day("monday").limit(1).after(cursor);
                        let page = page.send(db).await.expect("a page");
                        found.extend(page.items.into_iter().map(|keys| keys.id));
                        cursor = page.next;
                        if cursor.is_none() {
                            break;
                        }
                    }
                    assert_eq!(found, ["a", "b", "c"]);
                })
                .await;
            }

            #[tokio::test]
            async fn a_scan_gives_one_type() {
                with_table::<Shop>(async |db| {
                    seed(db).await;
                    let mut orders = Order::scan().all(db).await.expect("a scan");
                    orders.sort_by_key(|order| order.total);
                    assert_eq!(orders, [order("a", 10), order("b", 20), order("c", 30)]);
                    assert_eq!(Order::scan().count(db).await.expect("a count"), 3);
                    assert_eq!(Order::scan().page_size(1).count(db).await.expect("some"), 3);
                    assert_eq!(Order::scan().limit(2).all(db).await.expect("some").len(), 2);
                    assert_eq!(Line::scan().count(db).await.expect("a count"), 9);
                    assert_eq!(Cart::scan().count(db).await.expect("a count"), 1);
                    assert_eq!(Note::scan().count(db).await.expect("a count"), 1);
                    let dear = Order::scan().filter(Order::TOTAL.gt(15)).count(db).await;
                    assert_eq!(dear.expect("a count"), 2);
                    let mut totals = Order::scan().select::<Total>().all(db).await.expect("some");
                    totals.sort_by_key(|total| total.total);
                    assert_eq!(totals, [10, 20, 30].map(|total| Total { total }));
                })
                .await;
            }

            #[tokio::test]
            async fn a_view_is_of_one_type() {
                with_table::<Shop>(async |db| {
                    seed(db).await;
                    let totals = || Order::query("c").select::<Total>();
                    let wanted = [10, 20, 30].map(|total| Total { total });
                    assert_eq!(totals().all(db).await.expect("a query"), wanted);
                    assert_eq!(totals().count(db).await.expect("a count"), 3);
                    let page = totals().limit(2).send(db).await.expect("a page");
                    assert_eq!(page.items, wanted[..2]);
                    let page = totals().limit(2).after(page.next).send(db).await;
                    assert_eq!(page.expect("a page").items, wanted[2..]);
                    let by_day = Order::by_day("monday").select::<Total>().all(db).await;
                    assert_eq!(by_day.expect("a query"), wanted);
                })
                .await;
            }

            #[tokio::test]
            async fn items_that_others_left_are_skipped() {
                with_table::<Shop>(async |db| {
                    seed(db).await;
                    let junk = [
                        ("CUSTOMER#c", "ORDER#"),
                        ("CUSTOMER#c", "ORDER#a#NOTE"),
                        ("CUSTOMER#c", "ORDER#a#ITEM#xx"),
                        ("CUSTOMER#c", "ORDERED#a"),
                        ("CUSTOMER#c", "#"),
                        ("CUSTOMER#c", "ZEBRA"),
                    ];
                    for (pk, sk) in junk {
                        let keys = [
                            ("PK", pk),
                            ("SK", sk),
                            ("GSI1PK", "DAY#monday"),
                            ("GSI1SK", "b"),
                            ("GSI2PK", "DAY#monday"),
                            ("GSI2SK", "b"),
                            ("LSI1SK", "monday"),
                        ];
                        put_raw::<Shop>(db, &keys).await;
                    }
                    let orders = Order::query("c").all(db).await.expect("a query");
                    assert_eq!(orders.len(), 3);
                    assert_eq!(Order::query("c").count(db).await.expect("a count"), 3);
                    assert_eq!(Order::by_day("monday").count(db).await.expect("a count"), 3);
                    assert_eq!(Order::keys_by_day("monday").count(db).await.expect("some"), 3);
                    assert_eq!(Order::days("c").all(db).await.expect("a query").len(), 3);
                    assert_eq!(Line::query("c").count(db).await.expect("a count"), 9);
                    assert_eq!(Note::query("c").all(db).await.expect("a query").len(), 1);
                    assert_eq!(Order::scan().count(db).await.expect("a count"), 3);
                    let page = Order::query("c").limit(3).send(db).await.expect("a page");
                    assert_eq!(page.items.len(), 3);
                })
                .await;
            }

            #[test]
            fn an_item_of_another_type_is_not_decoded() {
                let item = line("a", 1).to_item().expect("an item");
                let error = Order::from_item(item.clone()).expect_err("a line");
                assert!(matches!(error, Error::OtherType { expected: "Order", .. }), "{error}");
                assert_eq!(Line::from_item(item).expect("a line"), line("a", 1));
            }
        }
    };
}

shop!(by_entity_name, , type_attr = "type");
shop!(by_keys,);

/// Under the key of an item of one type stands an item of another, as somebody else wrote it.
#[tokio::test]
async fn a_get_that_finds_another_type_says_so() {
    use by_entity_name::{Order, Shop, Total, order};
    with_table::<Shop>(async |db| {
        let key = || order("a", 10).to_key();
        let impostor = [
            ("PK", "CUSTOMER#c"),
            ("SK", "ORDER#a"),
            ("type", "Invoice"),
            ("customer", "c"),
            ("id", "a"),
            ("day", "monday"),
            ("total", "N:1"),
        ];
        put_raw::<Shop>(db, &impostor).await;
        let error = key().get().send(db).await.expect_err("an invoice");
        let is_other = |error: &Error| {
            matches!(
                error,
                Error::OtherType {
                    expected: "Order",
                    attribute: "type",
                    ..
                }
            )
        };
        assert!(is_other(&error), "{error}");
        let message = error.to_string();
        for words in ["`Order`", "`Invoice`", "`Collection`"] {
            assert!(message.contains(words), "`{words}` in: {message}");
        }
        let error = key().get().select::<Total>().send(db).await;
        let error = error.expect_err("an invoice");
        assert!(is_other(&error), "{error}");
        let error = key().modify(|order| order.total = 2).send(db).await;
        let error = error.expect_err("an invoice");
        assert!(is_other(&error), "{error}");
        // A query passes over it.
        assert_eq!(Order::query("c").count(db).await.expect("a count"), 0);
        assert_eq!(Order::query("c").first(db).await.expect("a query"), None);
        let one = Order::query("c").one(db).await.expect_err("none");
        assert!(one.is_not_found());
        // The item that a condition found is of another type as well.
        let error = order("a", 10)
            .create()
            .send(db)
            .await
            .expect_err("it exists");
        assert!(error.is_condition_failed());
        let current = error.current::<Order>().expect_err("an invoice");
        assert!(is_other(&current), "{current}");
    })
    .await;
}

/// Items that were stored before there was a type attribute.
#[tokio::test]
async fn an_item_without_entity_name_is_read_by_its_key_alone() {
    use by_entity_name::{Order, Shop, order};
    with_table::<Shop>(async |db| {
        let mut item: HashMap<_, _> = order("a", 10).to_item().expect("an item");
        item.remove("type");
        let request = db
            .client()
            .put_item()
            .table_name(db.table_name::<Shop>().expect("a name"))
            .set_item(Some(item));
        request.send().await.expect("a raw put");
        let got = order("a", 10).to_key().get().send(db).await.expect("a get");
        assert_eq!(got, Some(order("a", 10)));
        assert_eq!(Order::query("c").count(db).await.expect("a count"), 0);
    })
    .await;
}
