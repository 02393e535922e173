// Rule: a condition names an attribute, and a `key_only` field has none
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "CUSTOMER#{customer}", sk = "ORDER#{at}#{id}")]
#[gsi(name = "ByStatus", pk = "status", sk = "total", query = "by_status")]
struct Order {
    #[dynamo(key_only)]
    customer: String,
    at: String,
    id: String,
    status: String,
    total: u64,
}

fn main() {
    let _ = Order::CUSTOMER.exists();
}
