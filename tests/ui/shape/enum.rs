// Rule: an item is a struct, and several are read as a collection
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "A", sk = "B")]
enum Order {
    Open,
}

fn main() {}
