// Rule: a unique value is freed with its item, which DynamoDB does not do where an item expires
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
