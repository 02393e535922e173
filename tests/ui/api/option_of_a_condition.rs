// Rule: no conditions make no condition
use dynamo_runtime::expr::IntoCondition;
use dynamo_runtime::{Condition, Item};

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: u32,
    total: u32,
}

fn main() {
    let conditions = vec![Order::TOTAL.gt(5).into_condition()];
    let _ = Order::query("ada").filter(Condition::all(conditions));
}
