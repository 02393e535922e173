// Rule: `with` names a module
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
    #[dynamo(with = dynamo_runtime::formats::epoch_seconds::encode)]
    at: std::time::SystemTime,
}

fn main() {}
