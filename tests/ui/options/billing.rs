// Rule: a type says nothing of capacity
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id", billing = "PAY_PER_REQUEST")]
struct Order {
    id: String,
}

fn main() {}
