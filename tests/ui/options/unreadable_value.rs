// Rule: the value of an option is Rust
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = , pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
