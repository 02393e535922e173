// Rule: a tag is for an enum with data
use dynamo_runtime::Attribute;

#[derive(Attribute)]
#[dynamo(tag = "kind")]
struct Meta {
    level: u64,
}

fn main() {}
