// Rule: a version changes with every write, so no index depends on it
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[gsi(name = "fresh", pk = "F#{id}", when = self.version < 3, query = "fresh", pk_attr = "GSI1PK")]
struct Order {
    id: String,
    #[dynamo(version)]
    version: u64,
}

fn main() {}
