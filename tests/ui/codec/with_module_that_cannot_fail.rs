// Rule: `decode` of a `with` module returns a `Result`
// Cure: return a `Result` from `decode`, as in `Result<u64, std::convert::Infallible>`
use dynamo_runtime::Item;

mod cents {
    pub fn encode(value: &u64) -> String { value.to_string() }
    pub fn decode(text: String) -> u64 { text.len() as u64 }
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
