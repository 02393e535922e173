// Rule: a query method does not hide one every item has
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "by_owner", pk = "owner", query = "scan")]
struct Order {
    id: String,
    at: String,
    owner: String,
}

fn main() {}
