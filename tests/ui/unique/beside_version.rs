// Rule: what the runtime fills is not the caller's to keep apart
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "users", pk = "id")]
struct User {
    id: String,
    #[dynamo(unique, version)]
    count: u32,
}

fn main() {}
