// Rule: table and field expire by the same attribute
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK", ttl = "id")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
    #[dynamo(ttl)]
    expiry: u64,
}

fn main() {}
