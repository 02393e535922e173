// Rule: an item is created, not its key
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: u32,
    total: u32,
}

fn main() {
    let _ = Order::key("ada", 1).create();
}
