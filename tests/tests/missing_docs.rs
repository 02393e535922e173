//! Generated code under every lint a crate may deny: it documents what it makes and warns of
//! nothing.

#![deny(missing_docs, warnings, unused, nonstandard_style, unreachable_pub)]
#![deny(rust_2018_idioms, clippy::all, clippy::pedantic)]
#![forbid(unsafe_code)]

use std::collections::{BTreeMap, BTreeSet};

use dynamo_runtime::{Attribute, Collection, Item, Record, Table, check_items};

/// A side of the market.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Attribute)]
pub enum Side {
    /// Buys.
    Buy,
    /// Sells.
    Sell,
}

/// Where it goes.
#[derive(Debug, Clone, PartialEq, Attribute)]
pub struct Address {
    /// The street.
    pub street: String,
    /// What else there is.
    #[dynamo(flatten)]
    pub rest: BTreeMap<String, String>,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Attribute)]
#[dynamo(tag = "kind")]
pub enum Event {
    /// It began.
    Opened,
    /// It moved this far.
    Moved(u64),
    /// It came to an end.
    Closed {
        /// When.
        at: String,
    },
}

/// The number of an order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Attribute)]
pub struct OrderId(pub String);

/// Some of a thing.
#[derive(Debug, Clone, PartialEq, Attribute)]
pub struct Some<T> {
    /// The thing.
    pub thing: T,
}

/// An order of a customer.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "orders_{stage}", pk = "PK", sk = "SK", type_attr = "kind")]
#[key(pk = "CUSTOMER#{customer}", sk = "ORDER#{at}#{id}")]
#[gsi(name = "BySide", pk = "side", sk = "at", query = "by_side")]
#[gsi(name = "Keys", pk = "OPEN#{customer}", pk_attr = "OpenPk", when = self.total > 0, projection = "KEYS_ONLY")]
#[gsi(name = "Some", pk = "id", projection = ["total", "side"])]
#[gsi(
    name = "Work",
    pk = "W#{side}#{total}",
    pk_attr = "WorkPk",
    query = "work"
)]
#[lsi(name = "ByTotal", sk = "total", query = "by_total")]
pub struct Order {
    /// Who ordered.
    #[dynamo(key_only)]
    pub customer: String,
    /// When it was placed.
    pub at: String,
    /// Its number.
    pub id: OrderId,
    /// Buying or selling.
    pub side: Side,
    /// How much.
    pub total: u64,
    /// Where to.
    pub address: Address,
    /// What happened.
    pub events: Vec<Event>,
    /// Others like it.
    pub related: BTreeSet<OrderId>,
    /// Something.
    pub some: Some<String>,
    /// Counts the writes.
    #[dynamo(version)]
    pub version: u64,
    /// When it was made.
    #[dynamo(created_at)]
    pub created: String,
    /// When it was changed last.
    #[dynamo(updated_at)]
    pub updated: String,
    /// When it goes.
    #[dynamo(ttl = "90d")]
    pub expires: Option<u64>,
    /// Set when it was deleted.
    #[dynamo(soft_delete)]
    pub deleted: Option<String>,
    /// Not stored.
    #[dynamo(skip)]
    pub cached: bool,
}

/// A shop.
#[derive(Debug, Clone, Copy, Table)]
#[table(name = "shop_{stage}", pk = "PK", sk = "SK", type_attr = "kind")]
#[gsi(name = "GSI1", pk = "GSI1_PK", sk = "GSI1_SK")]
#[gsi(name = "Inverted", pk = "SK", sk = "PK", projection = "KEYS_ONLY")]
pub struct Shop;

/// A table without items.
#[derive(Table)]
#[table(name = "empty", pk = "PK")]
pub struct Empty;

/// A table without items that nothing else sees.
#[derive(Table)]
#[table(name = "hidden", pk = "PK")]
struct Hidden;

/// A customer.
#[derive(Debug, Clone, PartialEq, Eq, Item)]
#[dynamo(table = Shop, entity = "CUSTOMER")]
#[key(pk = "CUSTOMER#{id}", sk = "PROFILE#{id}")]
#[gsi(name = "GSI1", pk = "CITY#{city}", sk = "{name}")]
pub struct Customer {
    /// Who it is.
    pub id: String,
    /// Where.
    pub city: String,
    /// What it is called.
    pub name: String,
}

/// What a customer wrote.
#[derive(Debug, Clone, PartialEq, Eq, Item)]
#[dynamo(table = Shop, entity = "LETTER")]
#[key(pk = "CUSTOMER#{customer}", sk = "LETTER#{at}")]
#[gsi(name = "GSI1", pk = "CITY#{city}", sk = "{at}")]
#[gsi(name = "Inverted", query = "by_time")]
pub struct Letter {
    /// Who wrote it.
    #[dynamo(key_only)]
    pub customer: String,
    /// When.
    pub at: String,
    /// From where.
    pub city: Option<String>,
}

/// All of a customer.
#[derive(Debug, Clone, PartialEq, Eq, Collection)]
#[collection(table = Shop)]
pub enum OfCustomer {
    /// The customer.
    Customer(Customer),
    /// What they wrote.
    Letter(Letter),
}

/// All of a city.
#[derive(Debug, Clone, PartialEq, Eq, Collection)]
#[collection(table = Shop, index = "GSI1")]
pub enum OfCity {
    /// A customer.
    Customer(Customer),
    /// What they wrote.
    Letter(Letter),
}

const _: () = check_items::<(Customer, Letter)>();

#[test]
fn code_generated_for_shared_tables_is_used_like_hand_written_code() {
    let _ = OfCustomer::query("c").filter(Customer::CITY.exists());
    let _ = OfCity::query("Rome").range(Customer::NAME.gt("A"));
    let _ = Letter::by_time("2025");
    let letter = Letter {
        customer: "c".into(),
        at: "2025".into(),
        city: None,
    };
    let groups: OfCustomerGroups = [OfCustomer::from(letter.clone())].into_iter().collect();
    assert_eq!(groups.letter, [letter]);
    assert_eq!(groups.customer, []);
    assert_eq!(<Empty as Table>::SCHEMA.name, "empty");
    assert_eq!(<Hidden as Table>::SCHEMA.name, "hidden");
}

/// A user.
#[derive(Debug, Item)]
#[table(name = "users", pk = "id")]
pub struct User {
    /// Its id.
    pub id: String,
    /// Belongs to no other.
    #[dynamo(unique = "by_unique_value")]
    pub email: String,
}

#[test]
fn generated_code_is_used_like_hand_written_code() -> Result<(), dynamo_runtime::Error> {
    let _ = Order::query("c")
        .range(Order::AT.gt("2025"))
        .filter(Order::TOTAL.gt(5_u64));
    let _ = Order::by_side(Side::Buy);
    let _ = Order::by_total("c")
        .range(Order::TOTAL.between(1_u64, 9_u64))
        .consistent();
    let _ = (Order::query_keys("c"), Order::query_some("o"));
    let _ = Order::ADDRESS.dot(Address::STREET).begins_with("M");
    let order = Order {
        customer: "c".into(),
        at: "2025".into(),
        id: OrderId("1".into()),
        side: Side::Sell,
        total: 1,
        address: Address {
            street: "Main".into(),
            rest: BTreeMap::new(),
        },
        events: vec![
            Event::Opened,
            Event::Moved(2),
            Event::Closed { at: "x".into() },
        ],
        related: BTreeSet::new(),
        some: Some { thing: "t".into() },
        version: 0,
        created: String::new(),
        updated: String::new(),
        expires: None,
        deleted: None,
        cached: false,
    };
    assert_eq!(Order::from_item(order.to_item()?)?, order);
    Ok(())
}
