// Rule: a field of which a key has the leading characters is stored as well
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{at:first(4)}", sk = "META#{at}")]
struct Order {
    id: String,
    #[dynamo(key_only)]
    at: String,
}

fn main() {}
