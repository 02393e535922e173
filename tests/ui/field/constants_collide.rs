// Rule: every field has a constant of its own
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
    #[allow(non_snake_case)]
    userId: String,
    user_id: String,
}

fn main() {}
