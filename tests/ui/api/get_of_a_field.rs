// Rule: an entry of a map is reached by `entry`
use std::collections::BTreeMap;

use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: u32,
    total: u32,
    prices: BTreeMap<String, u32>,
}

fn main() {
    let _ = Order::PRICES.get("EUR").eq(5);
}
