// Rule: a field of a view has the type of the item's
// Cure: write the type that the field has in the item
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
    total: String,
}

fn main() {}
