// Rule: an entity name needs an attribute to be stored in
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[dynamo(entity = "ORDER")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
