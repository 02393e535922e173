// Rule: a field without a name takes no options
use dynamo_runtime::Attribute;

#[derive(Attribute)]
enum Shape {
    Circle(#[dynamo(rename = "r")] i64),
}

fn main() {}
