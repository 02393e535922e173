// Rule: a `with` module exists
// Cure: write the path of a module with functions `encode` and `decode`, or import it
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
    #[dynamo(with = cents)]
    price: u64,
}

fn main() {}
