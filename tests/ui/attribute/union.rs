// Rule: a nested value is a struct or an enum
use dynamo_runtime::Attribute;

#[derive(Attribute)]
union Raw {
    id: u64,
}

fn main() {}
