use dynamo_runtime::{Attribute, Item};

#[derive(Attribute)]
struct Address {
    street: String,
}

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
    address: Address,
}

fn main() {}
