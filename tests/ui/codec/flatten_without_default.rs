// Rule: `flatten` takes a map
use dynamo_runtime::{Attribute, Item};

#[derive(Attribute)]
struct Extra {
    note: String,
}

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
    #[dynamo(flatten)]
    extra: Extra,
}

fn main() {}
