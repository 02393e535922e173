// Rule: what the runtime does by itself it does for items
use dynamo_runtime::Attribute;

#[derive(Attribute)]
struct Meta {
    #[dynamo(version)]
    revision: u64,
}

fn main() {}
