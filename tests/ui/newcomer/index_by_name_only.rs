// Rule: an index says what it is read by
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi("by_owner")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
