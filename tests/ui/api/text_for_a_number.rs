// Rule: text does not stand for a number
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK")]
#[key(pk = "ORDER#{id}")]
struct Order {
    id: u64,
    at: String,
}

fn main() {
    let _ = Order::key("7");
}
