// Rule: a table has a partition key
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
