// Rule: an option is given once
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", pk = "O#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
