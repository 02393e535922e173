// Rule: the word of another library is understood
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[gsi(name = "ByCustomer", pk = "customer", method = "by_customer")]
struct Order {
    id: String,
    customer: String,
}

fn main() {
    let _ = Order::by_customer("c1");
}
