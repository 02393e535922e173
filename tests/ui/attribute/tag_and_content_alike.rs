// Rule: tag and content have an entry each
use dynamo_runtime::Attribute;

#[derive(Attribute)]
#[dynamo(tag = "kind", content = "kind")]
enum Shape {
    Circle(i64),
}

fn main() {}
