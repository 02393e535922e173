// Every option of a field
use std::collections::{BTreeMap, HashMap};

use dynamo_runtime::{Item, formats};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Shape {
    corners: u8,
}

fn one() -> u64 {
    1
}

mod cents {
    pub fn encode(euros: &f64) -> i64 {
        (euros * 100.0).round() as i64
    }

    pub fn decode(cents: i64) -> Result<f64, std::convert::Infallible> {
        Ok(cents as f64 / 100.0)
    }
}

#[derive(Item)]
#[table(name = "orders", pk = "PK")]
#[key(pk = "ORDER#{id}")]
struct Order {
    #[dynamo(key_only)]
    id: String,
    #[dynamo(rename = "Note")]
    note: String,
    #[dynamo(skip)]
    cached: bool,
    #[dynamo(skip, default = one)]
    reads: u64,
    #[dynamo(default)]
    tags: Vec<String>,
    #[dynamo(default = "one")]
    count: u64,
    #[dynamo(with = cents)]
    price: f64,
    #[dynamo(with = "cents", default)]
    tax: f64,
    #[dynamo(with = formats::epoch_seconds)]
    seen: std::time::SystemTime,
    #[dynamo(serde)]
    shape: Shape,
    #[dynamo(serde, default)]
    shapes: HashMap<String, Shape>,
    #[dynamo(flatten)]
    rest: BTreeMap<String, String>,
    #[dynamo(version)]
    version: u64,
    #[dynamo(ttl = "90d")]
    expires: Option<u64>,
    #[dynamo(created_at)]
    created: String,
    #[dynamo(updated_at)]
    updated: String,
    #[dynamo(soft_delete)]
    deleted: Option<String>,
}

#[derive(Item)]
#[table(name = "tokens", pk = "id")]
struct Token {
    id: String,
    #[dynamo(ttl)]
    expires: u64,
}

#[derive(Item)]
#[table(name = "users", pk = "PK", sk = "SK")]
#[key(pk = "USER#{id}", sk = literal("USER"))]
struct User {
    id: String,
    #[dynamo(unique)]
    email: String,
    #[dynamo(unique = "by_badge", rename = "Badge")]
    badge: Option<u32>,
}

pub fn main() {
    let _ = Order::key("1").update().set(Order::NOTE, "x").add(Order::COUNT, 1_u64);
    let _ = (Order::PRICE.gt(1.5), Order::ID.eq("1"), Token::EXPIRES.exists(), User::BADGE.eq(7));
}
