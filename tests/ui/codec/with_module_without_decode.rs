// Rule: a `with` module has `encode` and `decode`
// Cure: write a function `decode` beside `encode`, from what is stored to a `Result` with the type of the field
use dynamo_runtime::Item;

mod cents {
    pub fn encode(value: &u64) -> String { value.to_string() }
}

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
