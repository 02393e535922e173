use dynamo_runtime::{Attribute, Item};

#[derive(Attribute)]
struct Line {
    count: u32,
}

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
    lines: Vec<Line>,
}

fn main() {}
