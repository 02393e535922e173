//! Whole requests through the SDK's client.

use std::fmt::Debug;
use std::hint::black_box;
use std::rc::Rc;

use ::modyne::QueryInputExt;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::{AttributeValue, PutRequest, WriteRequest};
use dynamo_runtime::{Db, Item};
use tokio::runtime::Runtime;

use super::decode::{FromItems, PAGES};
use super::{Case, Group, Run, leaked};
use crate::items::Order;
use crate::peers::modyne::{App, Orders};
use crate::peers::sdk::{Canned, loopback};
use crate::peers::{Map, Who, hand, modyne, serde};
use crate::{proof, samples};

/// How many writes a batch takes.
const BATCH: usize = 25;

pub(super) fn cases(group: Group, runtime: &Rc<Runtime>) -> Vec<Case> {
    let connect = match group {
        Group::Loopback => loopback,
        _ => |body| Canned::client(body).0,
    };
    let mut cases: Vec<_> = PAGES
        .into_iter()
        .map(|count| query(runtime, group, count, connect))
        .collect();
    if group == Group::InProcess {
        cases.extend([get(runtime), put(runtime), batch(runtime)]);
    }
    cases
}

/// A contender that asks for a value over and over.
fn asking<T: PartialEq + Debug>(
    who: Who,
    expected: &T,
    ask: impl Fn() -> T + 'static,
) -> (Who, Run) {
    assert_eq!(ask(), *expected, "by {}", who.name());
    (who, Box::new(move || drop(black_box(ask()))))
}

fn query(
    runtime: &Rc<Runtime>,
    group: Group,
    count: usize,
    connect: fn(&'static [u8]) -> Client,
) -> Case {
    let body = leaked(samples::response((0..count).map(samples::whole_order)));
    let expected: Vec<_> = (0..count).map(samples::order).collect();
    proof::pages_are_decoded_from_the_wire(runtime, body, count);
    let client = connect(body);
    let db = Db::new(client.clone());
    let of_sdk = |decode: FromItems<Order>| {
        let (client, on) = (client.clone(), Rc::clone(runtime));
        move || decode(on.block_on(sdk_query(&client)))
    };
    let on = Rc::clone(runtime);
    let ours = move || {
        on.block_on(Order::query("client_123").send(&db))
            .expect("a page")
            .items
    };
    let (app, on) = (App(client.clone()), Rc::clone(runtime));
    let by_modyne = move || {
        let orders = Orders {
            client: "client_123",
            placed: None,
        };
        let output = on.block_on(orders.query().execute(&app)).expect("a page");
        modyne::from_items(output.items.unwrap_or_default())
    };
    let runs = vec![
        asking(Who::Ours, &expected, ours),
        asking(Who::Serde, &expected, of_sdk(serde::from_items)),
        asking(Who::Hand, &expected, of_sdk(hand::from_items)),
        asking(Who::Modyne, &expected, by_modyne),
    ];
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

fn get(runtime: &Rc<Runtime>) -> Case {
    let (client, _) = Canned::client(leaked(samples::get_response(&samples::whole_order(0))));
    let expected = samples::order(0);
    let db = Db::new(client.clone());
    let on = Rc::clone(runtime);
    let ours = move || {
        let key = Order::key("client_123", "2025-11-14T10:00:00Z", "order_00000000");
        on.block_on(key.get().send(&db))
            .expect("an answer")
            .expect("an order")
    };
    let of_sdk = |decode: FromItems<Order>| {
        let (client, on) = (client.clone(), Rc::clone(runtime));
        move || {
            let sort = format!("ORDER#{}#{}", "2025-11-14T10:00:00Z", "order_00000000");
            let request = client
                .get_item()
                .table_name("trading")
                .key("PK", AttributeValue::S(format!("CLIENT#{}", "client_123")))
                .key("SK", AttributeValue::S(sort));
            let item = on.block_on(request.send()).expect("an answer").item;
            decode(item.into_iter().collect()).remove(0)
        }
    };
    let runs = vec![
        asking(Who::Ours, &expected, ours),
        asking(Who::Serde, &expected, of_sdk(serde::from_items)),
        asking(Who::Hand, &expected, of_sdk(hand::from_items)),
    ];
    Case {
        group: Group::InProcess,
        name: "a get".into(),
        items: 1,
        bytes: 0,
        runs,
    }
}

/// How a contender encodes an order.
type ToItem = fn(&Order) -> Map;

fn put(runtime: &Rc<Runtime>) -> Case {
    let (client, canned) = Canned::client(b"{}");
    let order = samples::order(0);
    let db = Db::new(client.clone());
    let (on, own) = (Rc::clone(runtime), order.clone());
    let ours = move || on.block_on(own.put().send(&db)).expect("an answer");
    ours();
    let expected = canned.last_request();
    let of_sdk = |encode: ToItem| {
        let (client, on, order) = (client.clone(), Rc::clone(runtime), order.clone());
        move || {
            let item = encode(&order);
            let request = client.put_item().table_name("trading").set_item(Some(item));
            drop(on.block_on(request.send()).expect("an answer"));
        }
    };
    let mut runs: Vec<(Who, Run)> = vec![(Who::Ours, Box::new(ours))];
    for (who, encode) in [
        (Who::Serde, serde::order_to_item as ToItem),
        (Who::Hand, hand::order_to_item),
    ] {
        let run = of_sdk(encode);
        run();
        proof::same_json(&canned.last_request(), &expected);
        runs.push((who, Box::new(run)));
    }
    Case {
        group: Group::InProcess,
        name: "a put".into(),
        items: 1,
        bytes: 0,
        runs,
    }
}

fn batch(runtime: &Rc<Runtime>) -> Case {
    let (client, canned) = Canned::client(b"{\"UnprocessedItems\":{}}");
    let orders: Rc<[Order]> = (0..BATCH).map(samples::order).collect();
    let db = Db::new(client.clone());
    let (on, own) = (Rc::clone(runtime), Rc::clone(&orders));
    let ours = move || {
        let writes = own.iter().map(Item::put);
        on.block_on(db.batch_write(writes).into_future())
            .expect("an answer");
    };
    ours();
    let expected = canned.last_request();
    let of_sdk = |encode: ToItem| {
        let (client, on, orders) = (client.clone(), Rc::clone(runtime), Rc::clone(&orders));
        move || {
            let write = |order: &Order| {
                let put = PutRequest::builder().set_item(Some(encode(order))).build();
                WriteRequest::builder()
                    .put_request(put.expect("an item"))
                    .build()
            };
            let writes = orders.iter().map(write).collect();
            let request = client.batch_write_item().request_items("trading", writes);
            drop(on.block_on(request.send()).expect("an answer"));
        }
    };
    let mut runs: Vec<(Who, Run)> = vec![(Who::Ours, Box::new(ours))];
    for (who, encode) in [
        (Who::Serde, serde::order_to_item as ToItem),
        (Who::Hand, hand::order_to_item),
        (Who::Modyne, modyne::order_to_item),
    ] {
        let run = of_sdk(encode);
        run();
        proof::same_json(&canned.last_request(), &expected);
        runs.push((who, Box::new(run)));
    }
    Case {
        group: Group::InProcess,
        name: "a batch of 25 puts".into(),
        items: BATCH,
        bytes: 0,
        runs,
    }
}
