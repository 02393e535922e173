// Rule: a key names a field or a key attribute of the table
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "by_owner", pk = "ownr")]
struct Order {
    id: String,
    at: String,
    owner: String,
}

fn main() {}
