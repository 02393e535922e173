// Rule: an option is one of those there are
use dynamo_runtime::View;

#[derive(View)]
#[view(itm = Order)]
struct Summary {
    total: u64,
}

fn main() {}
