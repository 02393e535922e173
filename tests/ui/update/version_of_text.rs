// Rule: a version is a number
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
    #[dynamo(version)]
    version: String,
}

fn main() {}
