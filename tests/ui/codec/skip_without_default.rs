// Rule: a skipped field has a default
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
