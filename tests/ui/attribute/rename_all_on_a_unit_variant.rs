// Rule: a variant without named fields has nothing to rename
use dynamo_runtime::Attribute;

#[derive(Attribute)]
enum Side {
    #[dynamo(rename_all = "camelCase")]
    Buy,
}

fn main() {}
