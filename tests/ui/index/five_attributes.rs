// Rule: a key of an index has four attributes at most
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "wide", pk = ["id", "at", "a", "b", "c"])]
struct Order {
    id: String,
    at: String,
    a: String,
    b: String,
    c: String,
}

fn main() {}
