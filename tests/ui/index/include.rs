// Rule: a projection lists its attributes
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[gsi(name = "ByIt", pk = "day", projection = "INCLUDE", include = ["total"], query = "by_it")]
struct Order {
    id: String,
    day: String,
    total: u64,
}

fn main() {
    let _ = Order::by_it("x").limit(2);
}
