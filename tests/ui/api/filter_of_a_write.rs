// Rule: a write has a condition
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: u32,
    total: u32,
}

fn main() {
    let update = Order::key("ada", 1).update().set(Order::TOTAL, 5);
    let _ = update.filter(Order::TOTAL.lt(5));
}
