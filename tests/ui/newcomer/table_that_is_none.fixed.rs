use dynamo_runtime::{Item, Table};

#[derive(Table)]
#[table(name = "orders", pk = "PK", sk = "SK")]
struct Shared;

#[derive(Item)]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[dynamo(table = Shared)]
struct Order {
    id: String,
    at: String,
}

fn main() {}
