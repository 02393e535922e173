// Rule: fields are stored under different names
use dynamo_runtime::Attribute;

#[derive(Attribute)]
struct Meta {
    level: u64,
    #[dynamo(rename = "level")]
    depth: u64,
}

fn main() {}
