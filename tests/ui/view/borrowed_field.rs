// Rule: a view owns its fields, and its uses are not reported as well
use dynamo_runtime::{Item, View};

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: String,
    total: u64,
}

#[derive(View)]
#[view(item = Order)]
struct Short<'a> {
    id: &'a str,
}

fn main() {
    let _ = Order::query("c1").select::<Short>().limit(2);
}
