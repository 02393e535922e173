// Rule: a component names a field, and fields have names
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{0}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
