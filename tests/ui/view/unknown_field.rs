// Rule: a view has fields of its item
// Cure: write the name of a field that the item has
use dynamo_runtime::{Item, View};

#[derive(Item)]
#[table(name = "orders", pk = "PK")]
#[key(pk = "ORDER#{id}")]
struct Order {
    #[dynamo(key_only)]
    id: String,
    total: u64,
}

#[derive(View)]
#[view(item = Order)]
struct Summary {
    totl: u64,
}

fn main() {}
