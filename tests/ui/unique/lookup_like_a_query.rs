// Rule: a lookup has another name than the queries
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "users", pk = "id")]
#[gsi(name = "ByEmail", pk = "email", query = "by_email")]
struct User {
    id: String,
    #[dynamo(unique = "by_email")]
    email: String,
}

fn main() {}
