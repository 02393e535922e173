// Rule: an index name has 3 to 255 characters
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "ix", pk = "owner")]
struct Order {
    id: String,
    at: String,
    owner: String,
}

fn main() {}
