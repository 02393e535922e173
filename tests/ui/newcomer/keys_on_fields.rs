// Rule: the struct says which fields are keys
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders")]
struct Order {
    #[dynamo(pk)]
    id: String,
    at: String,
}

fn key() {
    let _ = Order::key("o1");
}

fn main() {}
