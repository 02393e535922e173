// Rule: one field takes the rest
use dynamo_runtime::Attribute;

#[derive(Attribute)]
struct Meta {
    #[dynamo(flatten)]
    one: std::collections::HashMap<String, String>,
    #[dynamo(flatten)]
    two: std::collections::HashMap<String, String>,
}

fn main() {}
