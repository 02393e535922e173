// Rule: the struct says which fields are keys
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders")]
struct Order {
    #[dynamo(partition_key)]
    id: String,
}

fn main() {
    let _ = Order::key("o1").get();
}
