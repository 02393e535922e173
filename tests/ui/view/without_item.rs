// Rule: a view names its item
use dynamo_runtime::View;

#[derive(View)]
struct Summary {
    total: u64,
}

fn main() {}
