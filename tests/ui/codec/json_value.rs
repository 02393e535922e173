// Rule: a type of another crate is stored through serde or a module
// Cure: mark the field `#[dynamo(serde)]`
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "events", pk = "id")]
struct Event {
    id: String,
    data: serde_json::Value,
}

fn main() {}
