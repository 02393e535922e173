// Rule: an index name has the characters DynamoDB allows
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "by owner", pk = "owner")]
struct Order {
    id: String,
    at: String,
    owner: String,
}

fn main() {}
