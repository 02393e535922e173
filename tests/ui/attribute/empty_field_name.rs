// Rule: an entry has a name
use dynamo_runtime::Attribute;

#[derive(Attribute)]
struct Meta {
    #[dynamo(rename = "")]
    level: u64,
}

fn main() {}
