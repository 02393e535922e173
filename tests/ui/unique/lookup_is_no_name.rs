// Rule: a lookup by a unique field is a method, and has the name of one
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "users", pk = "id")]
struct User {
    id: String,
    #[dynamo(unique = "by email")]
    email: String,
}

fn main() {}
