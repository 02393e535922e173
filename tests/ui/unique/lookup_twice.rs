// Rule: every lookup has a name of its own
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "users", pk = "id")]
struct User {
    id: String,
    #[dynamo(unique = "find")]
    email: String,
    #[dynamo(unique = "find")]
    phone: String,
}

fn main() {}
