// Rule: a number is padded to 39 digits at most
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id:040}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
