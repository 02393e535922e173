// Rule: an index is declared on the struct
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
    #[gsi(name = "by_owner")]
    owner: String,
}

fn main() {}
