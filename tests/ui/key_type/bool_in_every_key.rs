// Rule: a `bool` cannot be in a key, whatever the key is
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{id}")]
#[gsi(name = "by_id", pk = "at", sk = "{id}#{at}", sk_attr = "S")]
struct Order {
    #[dynamo(key_only)]
    id: bool,
    at: String,
}

fn main() {}
