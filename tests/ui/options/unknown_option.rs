// Rule: an option is one of those there are
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[dynamo(rename_al = "PascalCase")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
