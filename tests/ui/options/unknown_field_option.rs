// Rule: an option is one of those there are
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    #[dynamo(skipp)]
    at: String,
}

fn main() {}
