// Rule: a collection has no `#[table]`
use dynamo_runtime::{Collection, Item};

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: String,
}

#[derive(Collection)]
#[collection(table = Order)]
#[table(name = "orders", pk = "customer", sk = "id")]
enum Entry {
    Order(Order),
}

fn main() {}
