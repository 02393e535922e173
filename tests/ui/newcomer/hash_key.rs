// Rule: the partition key is called `pk`
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", hash_key = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
