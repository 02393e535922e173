use dynamo_runtime::Item;

#[derive(Default)]
enum Side {
    #[default]
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
