// Rule: an unknown option of a field that is like none lists them all
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    #[dynamo(index)]
    at: String,
}

fn main() {}
