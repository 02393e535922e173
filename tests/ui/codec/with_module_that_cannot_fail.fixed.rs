use dynamo_runtime::Item;

mod cents {
    pub fn encode(value: &u64) -> String { value.to_string() }
    pub fn decode(text: String) -> Result<u64, std::num::ParseIntError> { text.parse() }
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
