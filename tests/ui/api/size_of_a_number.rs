// Rule: text, bytes, sets, lists and maps have a size, numbers and `bool` have none
// Cure: compare the value itself with `eq`, `lt`, `gt` or `between`
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
    total: u64,
    tags: Vec<String>,
}

fn main() {
    let _ = Order::TAGS.size().gt(2);
    let _ = Order::TOTAL.size().gt(2);
}
