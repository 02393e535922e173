// Rule: `epoch_seconds` stores a time
use dynamo_runtime::{Item, formats};

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
    #[dynamo(with = formats::epoch_seconds)]
    placed_at: String,
}

fn main() {}
