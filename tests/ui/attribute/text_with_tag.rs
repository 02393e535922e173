// Rule: what is stored as text has no tag
use dynamo_runtime::Attribute;

#[derive(Attribute)]
#[dynamo(text, tag = "kind")]
enum Shape {
    Circle(i64),
}

fn main() {}
