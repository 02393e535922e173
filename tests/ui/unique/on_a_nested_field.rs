// Rule: only a field of an item can be unique
use dynamo_runtime::Attribute;

#[derive(Attribute)]
struct Address {
    #[dynamo(unique)]
    zip: String,
}

fn main() {}
