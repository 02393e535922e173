// Rule: a component names a field, not a key attribute
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{PK}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
