// Rule: an attribute of several indexes is built alike
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "by_owner", pk = "owner", sk = "A#{at}", sk_attr = "S")]
#[gsi(name = "by_id", pk = "id", sk = "B#{at}", sk_attr = "S")]
struct Order {
    id: String,
    at: String,
    owner: String,
}

fn main() {}
