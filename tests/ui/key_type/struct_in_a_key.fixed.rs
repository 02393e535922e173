use dynamo_runtime::{Attribute, Item};

#[derive(Attribute)]
struct Id(u64);

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: Id,
    at: String,
}

fn main() {}
