// Rule: a misspelled `#[table]` is one error
// Cure: write `#[table(name = "orders", pk = "id")]`
use dynamo_runtime::Item;

#[derive(Item)]
#[tabel(name = "orders", pk = "id")]
struct Order {
    id: String,
}

fn main() {
    let _ = Order::key("o1").get();
}
