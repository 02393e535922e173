// Rule: the partition key is a field or is built
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
