// Rule: `default` needs `Default`
// Cure: derive `Default` for the type, or name a function, as in `default = path::to::it`
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
