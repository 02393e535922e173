// Rule: an item has no `#[collection]`
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[collection(table = Order)]
struct Order {
    id: String,
}

fn main() {}
