// Rule: an update sets fields
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: u32,
    total: u32,
}

fn save(order: Order) {
    let _ = Order::key("ada", 1).update().set(order, ());
}

fn main() {}
