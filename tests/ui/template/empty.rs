// Rule: a template is not empty
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
