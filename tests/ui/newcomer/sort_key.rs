// Rule: the sort key is called `sk`
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sort_key = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
