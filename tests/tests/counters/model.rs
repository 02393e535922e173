//! A shop: orders are counted in their customers, in their tags and in the orders they follow.

use dynamo_runtime::{Attribute, Db, Item};
use tests::faults::Faults;
use tests::unique_name;

/// A customer, with what is counted for them.
#[allow(
    clippy::struct_field_names,
    reason = "named like the fields of orders that lead here"
)]
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "customers", pk = "PK")]
#[key(pk = "CUSTOMER#{customer}")]
pub(crate) struct Customer {
    pub(crate) customer: String,
    pub(crate) name: String,
    #[dynamo(counter)]
    pub(crate) orders: i64,
    #[dynamo(counter, rename = "open_orders")]
    pub(crate) open: i64,
}

/// How often a tag is used, in four shards that one query reads.
#[allow(
    clippy::struct_field_names,
    reason = "named like the fields of orders that lead here"
)]
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "tags", pk = "PK", sk = "SK")]
#[key(pk = "TAG#{tag}", sk = "{shard:02}")]
pub(crate) struct Tag {
    pub(crate) tag: String,
    pub(crate) shard: u8,
    #[dynamo(counter)]
    pub(crate) uses: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Attribute)]
pub(crate) enum Status {
    Open,
    Shipped,
}

/// An order, which may follow another.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = literal("ORDER"))]
#[count(into = Customer::ORDERS, key = "customer")]
#[count(into = Customer::OPEN, key = ["customer"], when = self.status == Status::Open)]
#[count(into = Tag::USES, key = ["tag", shard(4)], upsert)]
#[count(into = Order::FOLLOWERS, key = "follows")]
pub(crate) struct Order {
    pub(crate) id: String,
    pub(crate) customer: String,
    pub(crate) status: Status,
    pub(crate) tag: Option<String>,
    pub(crate) follows: Option<String>,
    pub(crate) note: String,
    pub(crate) amount: u32,
    #[dynamo(counter)]
    pub(crate) followers: i64,
    #[dynamo(soft_delete)]
    pub(crate) deleted_at: Option<u64>,
}

pub(crate) fn customer(id: &str) -> Customer {
    Customer {
        customer: id.into(),
        name: format!("Customer {id}"),
        orders: 0,
        open: 0,
    }
}

pub(crate) fn order(id: &str, of: &str) -> Order {
    Order {
        id: id.into(),
        customer: of.into(),
        status: Status::Open,
        tag: None,
        follows: None,
        note: String::new(),
        amount: 1,
        followers: 0,
        deleted_at: None,
    }
}

/// Tables of the shop, with the customers `a` and `b`.
pub(crate) async fn shop() -> Db {
    let db = tests::db().await;
    create(&named(db)).await
}

/// The same on an engine of the caller's.
pub(crate) async fn create(db: &Db) -> Db {
    db.create_table::<Customer>().await.expect("customers");
    db.create_table::<Tag>().await.expect("tags");
    db.create_table::<Order>().await.expect("orders");
    for id in ["a", "b"] {
        customer(id).create().send(db).await.expect("a customer");
    }
    db.clone()
}

/// Tables that no other test has.
fn named(db: Db) -> Db {
    db.with_table_name::<Customer>(unique_name())
        .with_table_name::<Tag>(unique_name())
        .with_table_name::<Order>(unique_name())
}

/// The same tables through a layer of faults.
pub(crate) fn over(faults: &Faults, db: &Db) -> Db {
    let name = |name: Result<std::borrow::Cow<'_, str>, _>| name.expect("a name").into_owned();
    faults
        .over(db)
        .with_table_name::<Customer>(name(db.table_name::<Customer>()))
        .with_table_name::<Tag>(name(db.table_name::<Tag>()))
        .with_table_name::<Order>(name(db.table_name::<Order>()))
}

/// The orders of a customer and those that are open.
pub(crate) async fn counted(db: &Db, id: &str) -> (i64, i64) {
    let customer = Customer::key(id).get().consistent().send(db).await;
    let customer = customer.expect("a get").expect("a customer");
    (customer.orders, customer.open)
}

/// How often a tag is used: one query reads the shards.
pub(crate) async fn uses(db: &Db, tag: &str) -> i64 {
    let shards = Tag::query(tag).consistent().all(db).await.expect("shards");
    shards.iter().map(|shard| shard.uses).sum()
}

pub(crate) async fn followers(db: &Db, id: &str) -> i64 {
    let order = Order::key(id).get().consistent().send(db).await;
    order.expect("a get").expect("an order").followers
}
