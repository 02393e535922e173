// Rule: a local index has a sort key
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[lsi(name = "by_owner")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
