// Rule: a key attribute has a name
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
