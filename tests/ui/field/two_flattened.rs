// Rule: one field takes the rest
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
    #[dynamo(flatten)]
    one: std::collections::HashMap<String, String>,
    #[dynamo(flatten)]
    two: std::collections::HashMap<String, String>,
}

fn main() {}
