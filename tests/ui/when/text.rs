// Rule: `when` takes an expression
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[gsi(name = "Open", pk = "{customer}", pk_attr = "OpenPK", when = "self.open", query = "open_of")]
struct Order {
    id: String,
    customer: String,
    open: bool,
}

fn main() {
    let _ = Order::open_of("c1");
}
