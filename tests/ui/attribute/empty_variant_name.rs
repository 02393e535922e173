// Rule: a variant is stored as some text
use dynamo_runtime::Attribute;

#[derive(Attribute)]
enum Side {
    #[dynamo(rename = "")]
    Buy,
    Sell,
}

fn main() {}
