// Rule: the tag has its entry for itself
use dynamo_runtime::Attribute;

#[derive(Attribute)]
#[dynamo(tag = "kind")]
enum Shape {
    Circle { kind: String },
}

fn main() {}
