// Rule: the primary key is unique without `unique`
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "users", pk = "PK")]
#[key(pk = "USER#{email}")]
struct User {
    #[dynamo(unique)]
    email: String,
    name: String,
}

fn main() {}
