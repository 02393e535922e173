// Rule: a lookup has another name than the methods that every item has
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "users", pk = "id")]
struct User {
    id: String,
    #[dynamo(unique = "scan")]
    email: String,
}

fn main() {}
