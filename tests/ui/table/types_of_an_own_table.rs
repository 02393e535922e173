// Rule: only a shared table has several item types
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id", type_attr = "kind", types = "by_attribute")]
struct Order {
    id: String,
}

fn main() {}
