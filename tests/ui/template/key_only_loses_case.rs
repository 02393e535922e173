// Rule: a `key_only` field can be read back from the key
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id:lower}", sk = "META#{at}")]
struct Order {
    #[dynamo(key_only)]
    id: String,
    at: String,
}

fn main() {}
