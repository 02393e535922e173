// Rule: `#[table]` names the attributes of the keys
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "ORDER#{id}")]
struct Order {
    id: String,
}

fn key() {
    let _ = Order::key("o1");
}

fn main() {}
