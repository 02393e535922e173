// Rule: no two items share a primary key
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id:lower}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
