// Rule: an enum has a variant
use dynamo_runtime::Attribute;

#[derive(Attribute)]
enum Never {}

fn main() {}
