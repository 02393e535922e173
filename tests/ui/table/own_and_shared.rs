// Rule: an item has its own table or a shared one
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[dynamo(table = Trading)]
struct Order {
    id: String,
    at: String,
}

fn main() {}
