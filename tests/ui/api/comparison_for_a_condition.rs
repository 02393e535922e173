// Rule: a comparison becomes a condition of any fields with `into`
// Cure: write `Order::TOTAL.gt(1_000).into()`
use dynamo_runtime::{Condition, Item};

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
    total: u64,
}

fn large() -> Condition<Order> {
    Order::TOTAL.gt(1_000)
}

fn main() {
    let _ = large();
}
