// Rule: content is for an enum with data
use dynamo_runtime::Attribute;

#[derive(Attribute)]
#[dynamo(content = "kind")]
enum Side {
    Buy,
}

fn main() {}
