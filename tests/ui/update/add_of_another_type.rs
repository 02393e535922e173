// Rule: `add` takes a number of the field's type
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
    total: u64,
}

fn main() {
    let _ = Order::key("o1").update().add(Order::TOTAL, -5_i64);
}
