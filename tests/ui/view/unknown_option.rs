// Rule: an option is one there is
use dynamo_runtime::View;

#[derive(View)]
#[view(itm = Order)]
struct Summary {
    total: u64,
}

fn main() {}
