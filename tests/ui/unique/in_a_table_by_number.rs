// Rule: claims on unique values are items of the same table, with keys of text
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "users", pk = "id")]
struct User {
    id: u64,
    #[dynamo(unique)]
    email: String,
}

fn main() {}
