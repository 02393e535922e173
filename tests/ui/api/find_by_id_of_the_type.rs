// Rule: an item is read by its key, which its type makes
// Cure: write `Order::key("o1").get().send(&db)`
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
    total: u64,
}

fn main() {
    let _ = Order::find_by_id("o1");
}
