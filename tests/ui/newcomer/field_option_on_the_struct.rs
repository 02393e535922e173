// Rule: an option of a field is on the field
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[dynamo(version)]
struct Order {
    id: String,
    at: String,
}

fn main() {}
