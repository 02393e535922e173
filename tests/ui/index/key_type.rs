// Rule: the type of a key follows the field
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "by_owner", pk = "owner", pk_type = "N")]
struct Order {
    id: String,
    at: String,
    owner: String,
}

fn main() {}
