// Rule: a field is compared by methods
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: u32,
    total: u32,
}

fn main() {
    let _ = Order::query("ada").filter(Order::TOTAL > 5);
}
