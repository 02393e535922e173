// Rule: the length of a list is its `size`
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
    let _ = Order::query("ada").filter(Order::NOTES.len().gt(3));
}
