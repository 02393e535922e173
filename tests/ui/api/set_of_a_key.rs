// Rule: a key makes an update, which sets fields
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: u32,
    total: u32,
}

fn main() {
    let _ = Order::key("ada", 1).set(Order::TOTAL, 5);
}
