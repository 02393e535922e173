// Rule: a nested struct derives `Attribute`
use dynamo_runtime::Item;

struct Address {
    street: String,
}

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
    address: Address,
}

fn main() {}
