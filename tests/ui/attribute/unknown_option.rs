// Rule: an option is one of those there are
use dynamo_runtime::Attribute;

#[derive(Attribute)]
#[dynamo(tagg = "kind")]
enum Shape {
    Circle { radius: i64 },
}

fn main() {}
