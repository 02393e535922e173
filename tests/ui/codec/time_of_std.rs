// Rule: a `SystemTime` is stored through a module
// Cure: mark the field `#[dynamo(with = dynamo_runtime::formats::epoch_millis)]`
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "events", pk = "id")]
struct Event {
    id: String,
    at: std::time::SystemTime,
}

fn main() {}
