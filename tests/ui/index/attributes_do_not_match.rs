// Rule: a key of several attributes has a name for each
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "by_owner", pk = ["A#{owner}", "B#{id}"], pk_attr = "A")]
struct Order {
    id: String,
    at: String,
    owner: String,
}

fn main() {}
