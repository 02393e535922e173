// Rule: DynamoDB expires items by a number of seconds
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
    #[dynamo(ttl)]
    expires: String,
}

fn main() {}
