// Rule: a projection names stored attributes
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "by_owner", pk = "owner", projection = ["note"])]
struct Order {
    id: String,
    at: String,
    owner: String,
    #[dynamo(skip)]
    note: String,
}

fn main() {}
