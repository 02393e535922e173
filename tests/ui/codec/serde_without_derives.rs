// Rule: `serde` needs `Serialize` and `Deserialize`
// Cure: derive `serde::Serialize` and `serde::Deserialize` for the type, or derive `Attribute` and remove `serde`
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
    #[dynamo(serde)]
    address: Address,
}

fn main() {}
