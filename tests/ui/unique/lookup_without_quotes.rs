// Rule: the name of a lookup is text in quotes
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "users", pk = "id")]
struct User {
    id: String,
    #[dynamo(unique = by_email)]
    email: String,
}

fn main() {}
