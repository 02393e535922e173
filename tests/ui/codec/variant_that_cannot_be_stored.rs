// Rule: a variant holds a type that can be stored
use dynamo_runtime::Attribute;

#[derive(Attribute)]
enum Event {
    Started(std::time::Instant),
    Ended,
}

fn main() {}
