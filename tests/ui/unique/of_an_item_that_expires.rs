// Rule: DynamoDB would not free the value with the item
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "users", pk = "id")]
struct User {
    id: String,
    #[dynamo(unique)]
    email: String,
    #[dynamo(ttl)]
    expires: u64,
}

fn main() {}
