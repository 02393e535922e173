// Rule: one component of a key is raw
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id:raw}#{at:raw}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
