// Rule: `table` takes the type of a shared table
use dynamo_runtime::Item;

#[derive(Item)]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[dynamo(table = "orders")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
