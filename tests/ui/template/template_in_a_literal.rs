// Rule: a `literal` has no components
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = literal("ORDER#{id}"), sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
