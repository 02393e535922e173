// Rule: a width is at least one
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id:0}", sk = "META#{at}")]
struct Order {
    id: u64,
    at: String,
}

fn main() {}
