// Rule: a unique value is one that a key can hold
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "users", pk = "id")]
struct User {
    id: String,
    #[dynamo(unique)]
    email: bool,
}

fn main() {}
