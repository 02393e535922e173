// Rule: a stored type implements `Decode` as well
use dynamo_runtime::{Encode, EncodeError, Encoder, Item};

struct Cents(u64);
impl Encode for Cents {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> { self.0.encode(to) }
}

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
    price: Cents,
}

fn main() {}
