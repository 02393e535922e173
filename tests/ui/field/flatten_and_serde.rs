// Rule: a field that takes the rest has no codec
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
    #[dynamo(flatten, serde)]
    rest: std::collections::HashMap<String, String>,
}

fn main() {}
