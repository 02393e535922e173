// Rule: a newtype has nothing to rename
use dynamo_runtime::Attribute;

#[derive(Attribute)]
#[dynamo(rename_all = "camelCase")]
struct Id(String);

fn main() {}
