//! The item most tests work on: an order with every kind of attribute, in a table with a text sort
//! key.

#![allow(
    missing_docs,
    clippy::missing_panics_doc,
    clippy::must_use_candidate,
    reason = "a model for tests"
)]

use std::collections::{BTreeMap, BTreeSet};

use dynamo_runtime::{Attribute, Db, Item};

/// An order of a customer.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "CUSTOMER#{customer}", sk = "ORDER#{placed_at}#{order_id}")]
#[gsi(
    name = "ByStatus",
    pk = "status",
    sk = "placed_at",
    query = "by_status"
)]
#[lsi(name = "ByTotal", sk = "total", query = "by_total")]
pub struct Order {
    pub customer: String,
    pub placed_at: String,
    pub order_id: String,
    pub status: Status,
    pub total: i64,
    pub note: Option<String>,
    pub tags: BTreeSet<String>,
    pub lines: Vec<Line>,
    pub labels: BTreeMap<String, String>,
    pub address: Option<Address>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Attribute)]
#[dynamo(rename_all = "UPPERCASE")]
pub enum Status {
    New,
    Shipped,
}

#[derive(Debug, Clone, PartialEq, Attribute)]
pub struct Line {
    pub sku: String,
    pub size: u32,
}

#[derive(Debug, Clone, PartialEq, Attribute)]
#[dynamo(rename_all = "PascalCase")]
pub struct Address {
    pub city: String,
    pub zip: Option<String>,
}

/// The order `o<number>` of customer `c1`, placed on that day of November.
pub fn order(number: u32) -> Order {
    Order {
        customer: "c1".into(),
        placed_at: format!("2025-11-{number:02}"),
        order_id: format!("o{number}"),
        status: if number.is_multiple_of(2) {
            Status::Shipped
        } else {
            Status::New
        },
        total: i64::from(number) * 100,
        note: None,
        tags: BTreeSet::new(),
        lines: Vec::new(),
        labels: BTreeMap::new(),
        address: None,
    }
}

/// Stores the orders `o1` to `o<count>`.
pub async fn seed(db: &Db, count: u32) {
    for number in 1..=count {
        order(number).put().send(db).await.expect("a put");
    }
}

/// The numbers of orders, as `order` was given them.
pub fn numbers<'a>(orders: impl IntoIterator<Item = &'a Order>) -> Vec<u32> {
    let number = |order: &Order| order.order_id[1..].parse().expect("an id of `order`");
    orders.into_iter().map(number).collect()
}

/// An item with room for much, in a table without indexes: the copies in local ones count towards
/// an item's size.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "documents", pk = "folder", sk = "number")]
pub struct Document {
    pub folder: String,
    pub number: u32,
    pub body: String,
    pub lines: Vec<Line>,
}

/// A document of folder `f` with a body of so many bytes.
pub fn document(number: u32, length: usize) -> Document {
    Document {
        folder: "f".into(),
        number,
        body: "x".repeat(length),
        lines: vec![Line {
            sku: "é".into(),
            size: 12_300,
        }],
    }
}
