// Rule: an item is kept out of an index by leaving a built key out
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[gsi(name = "Open", pk = "customer", query = "open", when = self.open)]
struct Order {
    id: String,
    customer: String,
    open: bool,
}

fn main() {
    let _ = Order::open("c1");
}
