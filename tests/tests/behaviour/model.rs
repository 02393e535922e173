//! The item most tests work on: an order with every kind of attribute, in a table with a text sort
//! key.

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
pub(crate) struct Order {
    pub(crate) customer: String,
    pub(crate) placed_at: String,
    pub(crate) order_id: String,
    pub(crate) status: Status,
    pub(crate) total: i64,
    pub(crate) note: Option<String>,
    pub(crate) tags: BTreeSet<String>,
    pub(crate) lines: Vec<Line>,
    pub(crate) labels: BTreeMap<String, String>,
    pub(crate) address: Option<Address>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Attribute)]
#[dynamo(rename_all = "UPPERCASE")]
pub(crate) enum Status {
    New,
    Shipped,
}

#[derive(Debug, Clone, PartialEq, Attribute)]
pub(crate) struct Line {
    pub(crate) sku: String,
    pub(crate) size: u32,
}

#[derive(Debug, Clone, PartialEq, Attribute)]
#[dynamo(rename_all = "PascalCase")]
pub(crate) struct Address {
    pub(crate) city: String,
    pub(crate) zip: Option<String>,
}

/// The order `o<number>` of customer `c1`, placed on that day of November.
pub(crate) fn order(number: u32) -> Order {
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
pub(crate) async fn seed(db: &Db, count: u32) {
    for number in 1..=count {
        order(number).put().send(db).await.expect("a put");
    }
}

/// The numbers of orders, as `order` was given them.
pub(crate) fn numbers<'a>(orders: impl IntoIterator<Item = &'a Order>) -> Vec<u32> {
    let number = |order: &Order| order.order_id[1..].parse().expect("an id of `order`");
    orders.into_iter().map(number).collect()
}

/// An item with room for much, in a table without indexes: the copies in local ones count towards
/// an item's size.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "documents", pk = "folder", sk = "number")]
pub(crate) struct Document {
    pub(crate) folder: String,
    pub(crate) number: u32,
    pub(crate) body: String,
    pub(crate) lines: Vec<Line>,
}

/// A document of folder `f` with a body of so many bytes.
pub(crate) fn document(number: u32, length: usize) -> Document {
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
