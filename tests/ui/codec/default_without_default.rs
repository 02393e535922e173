// Rule: `default` needs `Default`
use dynamo_runtime::{Attribute, Item};

#[derive(Attribute)]
enum Side {
    Buy,
    Sell,
}

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
    #[dynamo(default)]
    side: Side,
}

fn main() {}
