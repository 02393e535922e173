//! Whole requests: directly, through the SDK's client, and as others send them.

use std::fmt::Debug;
use std::hint::black_box;
use std::rc::Rc;

use ::modyne::QueryInputExt;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::operation::get_item::builders::GetItemFluentBuilder;
use aws_sdk_dynamodb::types::{AttributeValue, PutRequest, WriteRequest};
use dynamo_runtime::{Db, Item};
use tokio::runtime::Runtime;
use tokio::task::JoinSet;

use super::decode::{FromItems, PAGES};
use super::{Case, Group, Run, leaked};
use crate::items::{Order, Passage};
use crate::peers::modyne::{App, Orders};
use crate::peers::sdk::{Canned, loopback};
use crate::peers::{Map, Who, hand, modyne, serde};
use crate::{proof, samples};

/// The writes per batch.
const BATCH: usize = 25;
/// How many gets are sent in the concurrent cases.
const GETS: usize = 256;
/// How many gets run at once.
const AT_ONCE: [usize; 3] = [1, 32, 256];

/// How a contender encodes an item.
type ToItem<T> = fn(&T) -> Map;

pub(super) fn cases(group: Group, runtime: &Rc<Runtime>) -> Vec<Case> {
    let mut cases: Vec<_> = PAGES
        .into_iter()
        .map(|count| query(runtime, group, count))
        .collect();
    cases.extend([
        get(runtime, group),
        put(runtime, group),
        batch(runtime, group),
    ]);
    if group == Group::Loopback {
        cases.extend(AT_ONCE.map(|count| gets(runtime, count)));
    }
    cases
}

/// A client that is answered with a body, in this process or by a server on this machine.
fn client(group: Group, body: &'static [u8]) -> Client {
    match group {
        Group::Loopback => loopback(body),
        _ => Canned::client(body),
    }
}

/// The library on a client, in both ways.
fn ours<T: PartialEq + Debug>(
    client: &Client,
    expected: &T,
    ask: impl Fn(&Db) -> T + Clone + 'static,
) -> Vec<(Who, Run)> {
    let direct = Db::new(client.clone());
    let through = Db::new(client.clone()).through_the_sdk();
    let contender = |who: Who, db: Db| {
        let ask = ask.clone();
        asking(who, expected, move || ask(&db))
    };
    let runs = vec![
        contender(Who::Ours, direct.clone()),
        contender(Who::SdkWay, through.clone()),
    ];
    // The first request has shown how to send others.
    proof::is_direct(&direct);
    proof::is_through_the_sdk(&through);
    runs
}

/// A contender that requests a value over and over.
fn asking<T: PartialEq + Debug>(
    who: Who,
    expected: &T,
    ask: impl Fn() -> T + 'static,
) -> (Who, Run) {
    assert_eq!(ask(), *expected, "by {}", who.name());
    (who, Box::new(move || drop(black_box(ask()))))
}

fn query(runtime: &Rc<Runtime>, group: Group, count: usize) -> Case {
    let body = leaked(samples::response((0..count).map(samples::whole_order)));
    let expected: Vec<_> = (0..count).map(samples::order).collect();
    let client = client(group, body);
    let of_sdk = |decode: FromItems<Order>| {
        let (client, on) = (client.clone(), Rc::clone(runtime));
        move || decode(on.block_on(sdk_query(&client)))
    };
    let on = Rc::clone(runtime);
    let mut runs = ours(&client, &expected, move |db| {
        on.block_on(Order::query("client_123").send(db))
            .expect("a page")
            .items
    });
    let (app, on) = (App(client.clone()), Rc::clone(runtime));
    let by_modyne = move || {
        let orders = Orders {
            client: "client_123",
            placed: None,
        };
        let output = on.block_on(orders.query().execute(&app)).expect("a page");
        modyne::from_items(output.items.unwrap_or_default())
    };
    runs.extend([
        asking(Who::Serde, &expected, of_sdk(serde::from_items)),
        asking(Who::Hand, &expected, of_sdk(hand::from_items)),
        asking(Who::Modyne, &expected, by_modyne),
    ]);
    Case {
        group,
        name: "a query".into(),
        items: count,
        bytes: body.len(),
        runs,
    }
}

/// The same query by hand.
async fn sdk_query(client: &Client) -> Vec<Map> {
    let output = client
        .query()
        .table_name("trading")
        .key_condition_expression("#n0 = :v0 AND begins_with(#n1, :v1)")
        .filter_expression("#n2 = :v2")
        .expression_attribute_names("#n0", "PK")
        .expression_attribute_names("#n1", "SK")
        .expression_attribute_names("#n2", "entity_type")
        .expression_attribute_values(":v0", AttributeValue::S(format!("CLIENT#{}", "client_123")))
        .expression_attribute_values(":v1", AttributeValue::S("ORDER#".into()))
        .expression_attribute_values(":v2", AttributeValue::S("ORDER".into()))
        .send()
        .await;
    output.expect("a page").items.unwrap_or_default()
}

/// Gets the order with the library.
async fn our_get(db: &Db) -> Order {
    let key = Order::key("client_123", "2025-11-14T10:00:00Z", "order_00000000");
    let found = key.get().send(db).await.expect("an answer");
    found.expect("an order")
}

/// The request for the order by hand.
fn sdk_get(client: &Client) -> GetItemFluentBuilder {
    let sort = format!("ORDER#{}#{}", "2025-11-14T10:00:00Z", "order_00000000");
    client
        .get_item()
        .table_name("trading")
        .key("PK", AttributeValue::S(format!("CLIENT#{}", "client_123")))
        .key("SK", AttributeValue::S(sort))
}

fn get(runtime: &Rc<Runtime>, group: Group) -> Case {
    let client = client(
        group,
        leaked(samples::get_response(&samples::whole_order(0))),
    );
    let expected = samples::order(0);
    let on = Rc::clone(runtime);
    let mut runs = ours(&client, &expected, move |db| on.block_on(our_get(db)));
    let of_sdk = |decode: FromItems<Order>| {
        let (client, on) = (client.clone(), Rc::clone(runtime));
        move || {
            let item = on
                .block_on(sdk_get(&client).send())
                .expect("an answer")
                .item;
            decode(item.into_iter().collect()).remove(0)
        }
    };
    runs.extend([
        asking(Who::Serde, &expected, of_sdk(serde::from_items)),
        asking(Who::Hand, &expected, of_sdk(hand::from_items)),
    ]);
    Case {
        group,
        name: "a get".into(),
        items: 1,
        bytes: 0,
        runs,
    }
}

/// Many gets over loopback, this many at once.
fn gets(runtime: &Rc<Runtime>, at_once: usize) -> Case {
    let client = loopback(leaked(samples::get_response(&samples::whole_order(0))));
    let on = Rc::clone(runtime);
    let mut runs = ours(&client, &(), move |db| {
        on.block_on(spread(at_once, || {
            let db = db.clone();
            async move { drop(black_box(our_get(&db).await)) }
        }));
    });
    let on = Rc::clone(runtime);
    let by_hand = move || {
        on.block_on(spread(at_once, || {
            let client = client.clone();
            async move {
                let item = sdk_get(&client).send().await.expect("an answer").item;
                drop(black_box(hand::from_items::<Order>(
                    item.into_iter().collect(),
                )));
            }
        }));
    };
    runs.push(asking(Who::Hand, &(), by_hand));
    Case {
        group: Group::Loopback,
        name: format!("gets, {at_once} at once"),
        items: GETS,
        bytes: 0,
        runs,
    }
}

/// Does something once per get, this many at a time.
async fn spread<F: Future<Output = ()> + Send + 'static>(at_once: usize, each: impl Fn() -> F) {
    let mut under_way = JoinSet::new();
    for _ in 0..GETS {
        if under_way.len() == at_once {
            under_way.join_next().await;
        }
        under_way.spawn(each());
    }
    while under_way.join_next().await.is_some() {}
}

fn put(runtime: &Rc<Runtime>, group: Group) -> Case {
    let encoders: [(Who, ToItem<Order>); 2] = [
        (Who::Serde, serde::order_to_item),
        (Who::Hand, hand::order_to_item),
    ];
    let order = samples::order(0);
    let (client, by_library) = (client(group, b"{}"), order.clone());
    let on = Rc::clone(runtime);
    let ask = move |db: &Db| on.block_on(by_library.put().send(db)).expect("an answer");
    let by_hand = put_by_hand(runtime, order, "trading");
    written((group, "a put", 1), &client, &encoders, ask, by_hand)
}

/// Puts of an item by hand, each with a client and an encoder.
fn put_by_hand<T: Clone + 'static>(
    runtime: &Rc<Runtime>,
    item: T,
    table: &'static str,
) -> impl Fn(&Client, ToItem<T>) -> Run {
    move |client, encode| {
        let (client, on, item) = (client.clone(), Rc::clone(runtime), item.clone());
        Box::new(move || {
            let request = client.put_item().table_name(table);
            let request = request.set_item(Some(encode(&item)));
            drop(on.block_on(request.send()).expect("an answer"));
        })
    }
}

fn batch(runtime: &Rc<Runtime>, group: Group) -> Case {
    let encoders: [(Who, ToItem<Order>); 3] = [
        (Who::Serde, serde::order_to_item),
        (Who::Hand, hand::order_to_item),
        (Who::Modyne, modyne::order_to_item),
    ];
    let orders = (0..BATCH).map(samples::order).collect();
    let of = (group, "a batch of 25 puts", BATCH);
    batch_of(runtime, of, orders, &encoders, "trading")
}

/// A batch of puts by everyone.
fn batch_of<T: Item + Clone + 'static>(
    runtime: &Rc<Runtime>,
    of: (Group, &str, usize),
    items: Rc<[T]>,
    encoders: &[(Who, ToItem<T>)],
    table: &'static str,
) -> Case {
    let (on, by_library) = (Rc::clone(runtime), Rc::clone(&items));
    let ask = move |db: &Db| {
        let writes = by_library.iter().map(Item::put);
        on.block_on(db.batch_write(writes).into_future())
            .expect("an answer");
    };
    let by_hand = |client: &Client, encode: ToItem<T>| -> Run {
        let (client, on, items) = (client.clone(), Rc::clone(runtime), Rc::clone(&items));
        Box::new(move || {
            let write = |item: &T| {
                let put = PutRequest::builder().set_item(Some(encode(item))).build();
                WriteRequest::builder()
                    .put_request(put.expect("an item"))
                    .build()
            };
            let writes = items.iter().map(write).collect();
            let request = client.batch_write_item().request_items(table, writes);
            drop(on.block_on(request.send()).expect("an answer"));
        })
    };
    let client = client(of.0, b"{\"UnprocessedItems\":{}}");
    written(of, &client, encoders, ask, by_hand)
}

/// A write by every contender, which all send the same, as it asserts.
fn written<T>(
    (group, name, items): (Group, &str, usize),
    client: &Client,
    encoders: &[(Who, ToItem<T>)],
    ask: impl Fn(&Db) + Clone + 'static,
    by_hand: impl Fn(&Client, ToItem<T>) -> Run,
) -> Case {
    let (canned_client, canned) = Canned::recorder();
    ask(&Db::new(canned_client.clone()));
    let expected = canned.last_request();
    for (_, encode) in encoders {
        by_hand(&canned_client, *encode)();
        proof::same_json(&canned.last_request(), &expected);
    }
    let mut runs = ours(client, &(), ask);
    for (who, encode) in encoders {
        runs.push((*who, by_hand(client, *encode)));
    }
    Case {
        group,
        name: name.into(),
        items,
        bytes: 0,
        runs,
    }
}

/// Puts and batches of texts with their embeddings.
pub(super) fn vectors(runtime: &Rc<Runtime>) -> Vec<Case> {
    let encoders: [(Who, ToItem<Passage>); 2] = [
        (Who::Serde, serde::to_item),
        (Who::Hand, hand::passage_to_item),
    ];
    let passage = samples::passage(0);
    let (on, by_library) = (Rc::clone(runtime), passage.clone());
    let ask = move |db: &Db| on.block_on(by_library.put().send(db)).expect("an answer");
    let by_hand = put_by_hand(runtime, passage, "passages");
    let one = (Group::Vectors, "a put", 1);
    let client = client(Group::Vectors, b"{}");
    let passages = (0..BATCH).map(samples::passage).collect();
    let many = (Group::Vectors, "a batch of 25 puts", BATCH);
    vec![
        written(one, &client, &encoders, ask, by_hand),
        batch_of(runtime, many, passages, &encoders, "passages"),
    ]
}
