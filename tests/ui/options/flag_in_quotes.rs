// Rule: the name of an option has no quotes
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
    #[dynamo("version")]
    version: u64,
}

fn main() {}
