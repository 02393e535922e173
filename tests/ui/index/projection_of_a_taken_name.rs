// Rule: an index that does not project everything has a struct of its fields, named after the item and the index
// Cure: remove your own struct, and name the one that is generated
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[gsi(name = "ByStatus", pk = "status", projection = "KEYS_ONLY")]
pub struct Order {
    id: String,
    status: String,
    note: String,
}

pub struct OrderByStatus {
    pub id: String,
    pub status: String,
}

fn main() {}
