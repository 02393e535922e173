// Rule: the tag has a name
use dynamo_runtime::Attribute;

#[derive(Attribute)]
#[dynamo(tag = "")]
enum Shape {
    Circle(i64),
}

fn main() {}
