// Rule: a newtype holds a type that can be stored
use dynamo_runtime::Attribute;

#[derive(Attribute)]
struct Started(std::time::Instant);

fn main() {}
