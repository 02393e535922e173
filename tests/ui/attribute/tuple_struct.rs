// Rule: a struct of several values has named fields
use dynamo_runtime::Attribute;

#[derive(Attribute)]
struct Point(i64, i64);

fn main() {}
