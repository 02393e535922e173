// Rule: an element is reached by `at`
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
    let _ = Order::query("ada").filter(Order::NOTES[0].eq("late"));
}
