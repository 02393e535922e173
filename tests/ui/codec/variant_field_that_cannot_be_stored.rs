// Rule: a field of a variant is of a type that can be stored
use dynamo_runtime::Attribute;

#[derive(Attribute)]
enum Event {
    Paused { since: std::time::Instant },
    Ended,
}

fn main() {}
