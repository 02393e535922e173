// Rule: the struct says which fields are keys
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    #[dynamo(pk)]
    id: String,
}

fn main() {}
