// Rule: a view with a mistake is a view of any item
use dynamo_runtime::{Item, View};

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: String,
    total: u64,
}

#[derive(View)]
struct Short {
    total: u64,
}

fn main() {
    let _ = Order::query("c1").select::<Short>().limit(2);
    let _ = Order::key("c1", "1").get().select::<Short>().consistent();
}
