// Rule: an unknown option is an error, with a suggestion
use dynamo_runtime::Attribute;

#[derive(Attribute)]
#[dynamo(tagg = "kind")]
enum Shape {
    Circle { radius: i64 },
}

fn main() {}
