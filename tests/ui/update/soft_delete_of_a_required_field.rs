// Rule: a soft delete is marked by a field that may be absent
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
    #[dynamo(soft_delete)]
    deleted_at: String,
}

fn main() {}
