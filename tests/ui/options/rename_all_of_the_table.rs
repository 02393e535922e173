// Rule: names of attributes follow an option of `#[dynamo]`
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id", rename_all = "camelCase")]
struct Order {
    id: String,
}

fn main() {}
