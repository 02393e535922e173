// Rule: a format is one of those there are
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id:UPPER}", sk = "META#{id}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
