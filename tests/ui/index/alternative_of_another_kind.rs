// Rule: alternatives are of one kind
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "by_time", pk = "id", sk = "at")]
#[lsi(name = "by_time", sk = "at", query = "recent")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
