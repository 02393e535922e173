// Rule: an element is removed by its position
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: u32,
    total: u32,
    notes: Vec<String>,
}

fn main() {
    let _ = Order::key("ada", 1).update().remove(Order::NOTES);
}
