// Rule: a stored value owns its data
use dynamo_runtime::Attribute;

#[derive(Attribute)]
struct Name<'a> {
    text: &'a str,
}

fn main() {}
