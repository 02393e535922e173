// Rule: a field in the key alone has no role
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{revision:020}")]
struct Order {
    id: String,
    at: String,
    #[dynamo(key_only, created_at)]
    revision: u64,
}

fn main() {}
