// Rule: an item is kept out of a local index by leaving its sort key out
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
#[lsi(name = "Open", sk = "due", query = "open", when = self.open)]
struct Order {
    customer: String,
    id: String,
    due: String,
    open: bool,
}

fn main() {
    let _ = Order::open("c1");
}
