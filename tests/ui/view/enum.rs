// Rule: a view is a struct with named fields
use dynamo_runtime::View;

#[derive(View)]
#[view(item = Order)]
enum Summary {
    Total,
}

fn main() {}
