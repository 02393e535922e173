// Rule: a table name has the characters DynamoDB allows
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "my orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
