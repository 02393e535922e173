// Rule: padding is for whole numbers
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id:020}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
