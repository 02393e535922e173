// Rule: only an item has counters
use dynamo_runtime::Attribute;

#[derive(Attribute)]
struct Totals {
    #[dynamo(counter)]
    orders: i64,
}

fn main() {}
