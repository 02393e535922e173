// Rule: a nested value has something to store
use dynamo_runtime::Attribute;

#[derive(Attribute)]
struct Marker;

fn main() {}
