// Rule: the TTL attribute of a table is one its items have
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK", ttl = "expires")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
    expiry: u64,
}

fn main() {}
