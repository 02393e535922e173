use dynamo_runtime::{Binary, Item};

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "{id}", sk = "META#{at}")]
struct Order {
    id: Binary,
    at: String,
}

fn main() {}
