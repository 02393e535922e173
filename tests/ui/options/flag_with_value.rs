// Rule: a flag takes no value
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    #[dynamo(key_only = true)]
    at: String,
}

fn main() {}
