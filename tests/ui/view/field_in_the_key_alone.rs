// Rule: a field that is stored only inside a key is not read by itself
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
    id: String,
}

fn main() {}
