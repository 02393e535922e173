// Rule: `select` takes a view
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
    total: u64,
}

struct Summary {
    total: u64,
}

fn main() {
    let _ = Order::key("o").get().select::<Summary>();
}
