// Rule: `first` takes at least one character
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id:first(0)}", sk = "META#{id}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
