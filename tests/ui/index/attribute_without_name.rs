// Rule: a key attribute has a name
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "by_id", pk = "X#{id}", pk_attr = "")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
