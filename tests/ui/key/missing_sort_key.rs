// Rule: the sort key is a field or is built
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
