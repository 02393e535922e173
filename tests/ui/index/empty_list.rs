// Rule: a key of an index has an attribute
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "by_owner", pk = [])]
struct Order {
    id: String,
    at: String,
}

fn main() {}
