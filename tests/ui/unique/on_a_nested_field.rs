// Rule: keys and constraints exist only for items
use dynamo_runtime::Attribute;

#[derive(Attribute)]
struct Address {
    #[dynamo(unique)]
    zip: String,
}

fn main() {}
