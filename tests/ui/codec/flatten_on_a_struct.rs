// Rule: `flatten` takes a map
use dynamo_runtime::{Attribute, Item};

#[derive(Default, Attribute)]
struct Rest {
    note: String,
}

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
    #[dynamo(flatten)]
    rest: Rest,
}

fn main() {}
