// Rule: `when` is an expression over `self`
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[gsi(name = "Open", pk = "{customer}", pk_attr = "OpenPK", query = "open_of", when = |order| !order.paid && order.total > 0)]
struct Order {
    id: String,
    customer: String,
    paid: bool,
    total: u32,
}

fn main() {
    let _ = Order::open_of("c1");
}
