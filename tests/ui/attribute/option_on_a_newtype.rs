// Rule: a newtype is stored as the value inside
use dynamo_runtime::Attribute;

#[derive(Attribute)]
struct Id(#[dynamo(rename = "id")] String);

fn main() {}
