// Rule: variants are stored as different texts
use dynamo_runtime::Attribute;

#[derive(Attribute)]
enum Side {
    #[dynamo(rename = "Sell")]
    Buy,
    Sell,
}

fn main() {}
