//! Structs to the SDK's map, keys and expressions.

use std::hint::black_box;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Db, Item};

use super::{Case, Group, Run};
use crate::items::{Order, Status};
use crate::peers::sdk::Canned;
use crate::peers::{Map, Who, hand, modyne, serde};
use crate::samples;

pub(super) fn cases() -> Vec<Case> {
    vec![order(), whole_order(), key(), query_request()]
}

fn ours<T: Item>(item: &T) -> Map {
    item.to_item().expect("the sample")
}

fn order() -> Case {
    let order = samples::order(0);
    let expected = ours(&order);
    let runs: [(Who, fn(&Order) -> Map); 4] = [
        (Who::Ours, ours),
        (Who::Serde, serde::order_to_item),
        (Who::Hand, hand::order_to_item),
        (Who::Modyne, modyne::order_to_item),
    ];
    let runs = runs.into_iter().map(|(who, encode)| {
        assert_eq!(encode(&order), expected, "an order by {}", who.name());
        let order = order.clone();
        let run: Run = Box::new(move || drop(black_box(encode(black_box(&order)))));
        (who, run)
    });
    let runs = runs.collect();
    Case {
        group: Group::Encode,
        name: "an order, keys built".into(),
        items: 1,
        bytes: 0,
        runs,
    }
}

fn whole_order() -> Case {
    let order = samples::whole_order(0);
    assert_eq!(
        ours(&order),
        serde::to_item(&order),
        "an order with every attribute"
    );
    let (a, b) = (order.clone(), order);
    let runs: Vec<(Who, Run)> = vec![
        (
            Who::Ours,
            Box::new(move || drop(black_box(ours(black_box(&a))))),
        ),
        (
            Who::Serde,
            Box::new(move || drop(black_box(serde::to_item(black_box(&b))))),
        ),
    ];
    Case {
        group: Group::Encode,
        name: "an order, every attribute".into(),
        items: 1,
        bytes: 0,
        runs,
    }
}

fn key() -> Case {
    let (client, placed, id) = ("client_123", "2025-11-14T10:30:00Z", "order_00000456");
    let ours = move || Order::key(black_box(client), black_box(placed), black_box(id));
    let by_format = move || {
        let pk = format!("CLIENT#{}", black_box(client));
        (pk, format!("ORDER#{}#{}", black_box(placed), black_box(id)))
    };
    let key = ours();
    let sort = key.sort().expect("a key").and_then(|sort| sort.as_str());
    let partition = key.partition().expect("a key").as_str();
    let (pk, sk) = by_format();
    assert_eq!((partition, sort), (Some(&*pk), Some(&*sk)), "a key");
    assert_eq!(checked_key(client, placed, id), Ok((pk, sk)), "a key");
    let by_hand = move || checked_key(black_box(client), black_box(placed), black_box(id));
    let runs: Vec<(Who, Run)> = vec![
        (Who::Ours, Box::new(move || drop(black_box(ours())))),
        (Who::Hand, Box::new(move || drop(black_box(by_hand())))),
        (Who::Format, Box::new(move || drop(black_box(by_format())))),
    ];
    Case {
        group: Group::Build,
        name: "a key: partition and sort".into(),
        items: 1,
        bytes: 0,
        runs,
    }
}

/// The key as careful code writes it, with the checks that the library makes.
fn checked_key(client: &str, placed: &str, id: &str) -> Result<(String, String), &'static str> {
    for part in [client, placed, id] {
        if part.is_empty() || part.contains('#') {
            return Err("a component that is empty, or contains the delimiter");
        }
    }
    let pk = format!("CLIENT#{client}");
    let sk = format!("ORDER#{placed}#{id}");
    if pk.len() > 2048 || sk.len() > 1024 {
        return Err("a key that is too long");
    }
    Ok((pk, sk))
}

/// A query with a range and a filter, up to the SDK's request.
fn query_request() -> Case {
    let client = Canned::client(b"{}");
    let db = Db::new(client.clone());
    let ours = move || {
        Order::query(black_box("client_123"))
            .range(Order::CREATED_AT.between("2025-11-01", "2025-11-30"))
            .filter(Order::STATUS.eq(Status::Filled).and(Order::PRICE.gt(100.0)))
            .into_sdk(&db)
            .expect("a query")
    };
    let s = |text: String| AttributeValue::S(text);
    let by_hand = move || {
        client
            .query()
            .table_name("trading")
            .key_condition_expression("#n0 = :v0 AND #n1 BETWEEN :v1 AND :v2")
            .filter_expression("#n2 = :v3 AND #n3 = :v4 AND #n4 > :v5")
            .expression_attribute_names("#n0", "PK")
            .expression_attribute_names("#n1", "SK")
            .expression_attribute_names("#n2", "entity_type")
            .expression_attribute_names("#n3", "status")
            .expression_attribute_names("#n4", "price")
            .expression_attribute_values(":v0", s(format!("CLIENT#{}", black_box("client_123"))))
            .expression_attribute_values(":v1", s(format!("ORDER#{}", black_box("2025-11-01"))))
            .expression_attribute_values(":v2", s(format!("ORDER#{}$", black_box("2025-11-30"))))
            .expression_attribute_values(":v3", s("ORDER".to_owned()))
            .expression_attribute_values(":v4", s("FILLED".to_owned()))
            .expression_attribute_values(":v5", AttributeValue::N(100.0.to_string()))
    };
    let runs: Vec<(Who, Run)> = vec![
        (Who::Ours, Box::new(move || drop(black_box(ours())))),
        (Who::Hand, Box::new(move || drop(black_box(by_hand())))),
    ];
    Case {
        group: Group::Build,
        name: "a query's request, with a range and a filter".into(),
        items: 1,
        bytes: 0,
        runs,
    }
}
