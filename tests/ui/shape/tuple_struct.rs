// Rule: an item is a struct with named fields
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "A", sk = "B")]
struct Order(String);

fn main() {}
