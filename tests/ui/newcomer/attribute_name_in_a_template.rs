// Rule: a component names a field, by its Rust name or its attribute name
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{Id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
