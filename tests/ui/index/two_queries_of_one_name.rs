// Rule: every query method has a name of its own
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "by_owner", pk = "owner", query = "find")]
#[gsi(name = "by_time", pk = "at", query = "find")]
struct Order {
    id: String,
    at: String,
    owner: String,
}

fn main() {}
