// Rule: `to_key` returns the key of an item
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: u32,
    total: u32,
}

fn key_of(order: Order) {
    let _ = Order::key(&order);
}

fn main() {}
