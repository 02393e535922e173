// Rule: the options of a view are in `#[view]`
use dynamo_runtime::{Item, View};

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: String,
    total: u64,
}

#[derive(View)]
#[dynamo(item = Order)]
struct Short {
    total: u64,
}

fn main() {
    let _ = Order::query("c1").select::<Short>().limit(2);
}
