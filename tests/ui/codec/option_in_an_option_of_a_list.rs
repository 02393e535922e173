// Rule: what a field holds has at most one `None`: two are stored alike
use dynamo_runtime::Attribute;

#[derive(Attribute)]
struct Scores {
    rounds: Vec<Option<Box<Option<u32>>>>,
}

fn main() {}
