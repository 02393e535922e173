// Rule: a float cannot be in a partition key of an index
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "by_price", pk = "price")]
struct Order {
    id: String,
    at: String,
    price: f64,
}

fn main() {}
