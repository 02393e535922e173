use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
    #[dynamo(flatten)]
    one: std::collections::HashMap<String, String>,
    two: std::collections::HashMap<String, String>,
}

fn main() {}
