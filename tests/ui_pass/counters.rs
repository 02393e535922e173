// Every option of counters
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "customers", pk = "id")]
#[gsi(name = "Busiest", pk = "country", sk = "orders", query = "busiest")]
struct Customer {
    id: String,
    country: String,
    #[dynamo(counter)]
    orders: i64,
    #[dynamo(counter, rename = "Open")]
    open: i64,
    #[dynamo(version)]
    version: u64,
}

#[derive(Item)]
#[table(name = "days", pk = "PK", sk = "SK")]
#[key(pk = "DAY#{day}", sk = "{shard:03}")]
struct Day {
    day: u32,
    shard: u8,
    #[dynamo(counter)]
    orders: i64,
}

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[count(into = Customer::ORDERS, key = "customer")]
#[count(into = Customer::OPEN, key = ["customer"], when = !self.sent)]
#[count(into = self::Day::ORDERS, key = ["day", shard(16)], upsert)]
#[count(into = Order::FOLLOWERS, key = "follows", when = self.sent && self.day.is_some())]
struct Order {
    id: String,
    customer: String,
    day: Option<u32>,
    sent: bool,
    follows: Option<String>,
    #[dynamo(counter)]
    followers: i64,
}

pub fn main() {
    assert_eq!(Order::SCHEMA.counted.len(), 4);
}
