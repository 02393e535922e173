// Rule: claims are items with keys of text
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "users", pk = "id")]
struct User {
    id: u64,
    #[dynamo(unique)]
    email: String,
}

fn main() {}
