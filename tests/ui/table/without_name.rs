// Rule: a table has a name
use dynamo_runtime::Item;

#[derive(Item)]
#[table(pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
