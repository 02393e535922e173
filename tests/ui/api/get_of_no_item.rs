// Rule: a generic function asks for an `Item`
use dynamo_runtime::Item;

struct Order;

fn stored<T: Item>() {}

fn main() {
    stored::<Order>();
}
