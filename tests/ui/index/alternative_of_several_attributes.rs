// Rule: alternatives have the same keys
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "by_any", pk = ["id", "at"])]
#[gsi(name = "by_any", pk = "id", query = "other")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
