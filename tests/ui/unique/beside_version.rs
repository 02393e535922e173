// Rule: a field that the runtime fills cannot be unique
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "users", pk = "id")]
struct User {
    id: String,
    #[dynamo(unique, version)]
    count: u32,
}

fn main() {}
