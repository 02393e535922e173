// Rule: padding starts with a zero
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id:20}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
