// Every form and option of `#[derive(Attribute)]`
use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::str::FromStr;

use dynamo_runtime::{Attribute, Item};

#[derive(Attribute)]
#[dynamo(rename_all = "camelCase", crate = dynamo_runtime)]
struct Address {
    street: String,
    #[dynamo(rename = "zip", default)]
    postal_code: Option<String>,
    #[dynamo(skip)]
    cached: bool,
    #[dynamo(flatten)]
    rest: HashMap<String, String>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Attribute)]
struct OrderId(String);

#[derive(Attribute)]
struct Cents(#[dynamo(with = cents)] f64);

mod cents {
    pub fn encode(euros: &f64) -> i64 {
        (euros * 100.0).round() as i64
    }

    pub fn decode(cents: i64) -> Result<f64, std::convert::Infallible> {
        Ok(cents as f64 / 100.0)
    }
}

#[derive(Clone, Copy, Attribute)]
#[dynamo(rename_all = "lowercase")]
enum Side {
    Buy,
    #[dynamo(rename = "SELL")]
    Sell,
}

#[derive(Attribute)]
#[dynamo(tag = "kind", content = "data", rename_all = "snake_case", rename_all_fields = "camelCase")]
enum Event {
    Opened,
    Moved(u64),
    Paired(u64, String),
    #[dynamo(rename = "closed", rename_all = "kebab-case")]
    Closed { closed_at: String, #[dynamo(default)] by_whom: String },
}

#[derive(Attribute)]
#[dynamo(text)]
struct Version {
    major: u32,
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.major)
    }
}

impl FromStr for Version {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let major = text.trim_start_matches('v').parse()?;
        Ok(Self { major })
    }
}

#[derive(Attribute)]
struct Paged<T> {
    items: Vec<T>,
    next: Option<u64>,
}

#[derive(Attribute)]
struct Tagged<T>(T);

#[derive(Item)]
#[table(name = "orders", pk = "id", sk = "SK")]
#[key(sk = "{side}#{version}")]
struct Order {
    id: OrderId,
    side: Side,
    version: Version,
    address: Address,
    total: Cents,
    events: Vec<Event>,
    related: BTreeSet<OrderId>,
    page: Paged<Address>,
    tagged: Tagged<String>,
}

pub fn main() {
    let _ = Order::key("o1", Side::Buy, "v1");
    let _ = Order::ADDRESS.dot(Address::STREET).eq("Main");
    let _ = Order::RELATED.contains(OrderId("o2".into()));
}
