// Rule: `serde` needs `Serialize` and `Deserialize`
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
