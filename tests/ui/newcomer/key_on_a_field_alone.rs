// Rule: a key is declared on the struct
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    #[key]
    id: String,
    at: String,
}

fn main() {}
