// Rule: an item is a struct
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "A", sk = "B")]
union Order {
    id: u64,
}

fn main() {}
