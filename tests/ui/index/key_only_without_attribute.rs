// Rule: a `key_only` field has no attribute of its own
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "by_time", pk = "at")]
struct Order {
    id: String,
    #[dynamo(key_only)]
    at: String,
}

fn main() {}
