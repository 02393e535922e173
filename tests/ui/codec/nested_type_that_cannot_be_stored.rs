// Rule: a field of a nested value is of a type that can be stored
use dynamo_runtime::Attribute;

#[derive(Attribute)]
struct Timing {
    started: std::time::Instant,
}

fn main() {}
