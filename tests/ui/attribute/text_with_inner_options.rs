// Rule: what is stored as text has no options inside
use dynamo_runtime::Attribute;

#[derive(Attribute)]
#[dynamo(text)]
struct Id {
    #[dynamo(rename = "v")]
    value: String,
}

fn main() {}
