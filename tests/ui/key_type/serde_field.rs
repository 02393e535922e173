// Rule: a key attribute is stored by its own type
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id", sk = "at")]
struct Order {
    #[dynamo(serde)]
    id: String,
    at: String,
}

fn main() {}
