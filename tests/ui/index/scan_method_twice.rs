// Rule: alternatives are one index, which is scanned as a whole
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[gsi(name = "Open", pk = "S#{status}", pk_attr = "open", query = "open", scan = "all_open")]
#[gsi(name = "Open", pk = "I#{id}", pk_attr = "open", query = "by_id", scan = "every")]
struct Order {
    id: String,
    status: String,
}

fn main() {}
