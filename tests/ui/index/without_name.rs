// Rule: an index has a name
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(pk = "id")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
