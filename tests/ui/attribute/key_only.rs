// Rule: a nested value has no key
use dynamo_runtime::Attribute;

#[derive(Attribute)]
struct Meta {
    #[dynamo(key_only)]
    id: String,
}

fn main() {}
