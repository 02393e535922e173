// Rule: a local index has the partition key of the table
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[lsi(name = "by_owner", pk = "owner", sk = "at")]
struct Order {
    id: String,
    at: String,
    owner: String,
}

fn main() {}
