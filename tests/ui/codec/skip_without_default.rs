// Rule: a skipped field has a default
// Cure: derive `Default` for the type, or name a function, as in `#[dynamo(skip, default = path::to::it)]`
use dynamo_runtime::Item;

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
    #[dynamo(skip)]
    side: Side,
}

fn main() {}
