// Rule: a view's fields are stored as its item says
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
    #[dynamo(rename = "Total")]
    total: u64,
}

fn main() {}
