// Rule: a value has its option
use dynamo_runtime::Item;

#[derive(Item)]
#[table("orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
