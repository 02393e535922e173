// Rule: keys and indexes are declared on the struct
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    #[key(pk = "ORDER#{id}")]
    id: String,
    at: String,
}

fn main() {}
