// Rule: a field that is the key is stored
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    #[dynamo(skip)]
    id: String,
    at: String,
}

fn main() {}
