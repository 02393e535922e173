// Rule: an item owns its data
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
    note: Option<&str>,
}

fn update() {
    let _ = Order::key("o1").update().set(Order::NOTE, Some("new"));
}

fn main() {}
