// Rule: a field of a generic value is of a type that can be stored
use dynamo_runtime::Attribute;

#[derive(Attribute)]
struct Timed<T> {
    value: T,
    since: std::time::Instant,
}

fn main() {}
