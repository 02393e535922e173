// Rule: an `Option` is optional by itself
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
    #[dynamo(optional)]
    note: Option<String>,
}

fn main() {}
