// Rule: a struct is an item or a shared table
use dynamo_runtime::{Item, Table};

#[derive(Item, Table)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
}

fn main() {
    let _ = Order::key("o1");
}
