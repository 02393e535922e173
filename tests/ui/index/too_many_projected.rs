// Rule: the indexes of a table project a hundred named attributes at most
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "ix1", pk = "id", projection = ["a", "b", "c", "d", "e", "f"])] #[gsi(name = "ix2", pk = "id", projection = ["a", "b", "c", "d", "e", "f"])] #[gsi(name = "ix3", pk = "id", projection = ["a", "b", "c", "d", "e", "f"])] #[gsi(name = "ix4", pk = "id", projection = ["a", "b", "c", "d", "e", "f"])]
#[gsi(name = "ix5", pk = "id", projection = ["a", "b", "c", "d", "e", "f"])] #[gsi(name = "ix6", pk = "id", projection = ["a", "b", "c", "d", "e", "f"])] #[gsi(name = "ix7", pk = "id", projection = ["a", "b", "c", "d", "e", "f"])] #[gsi(name = "ix8", pk = "id", projection = ["a", "b", "c", "d", "e", "f"])]
#[gsi(name = "ix9", pk = "id", projection = ["a", "b", "c", "d", "e", "f"])] #[gsi(name = "ix10", pk = "id", projection = ["a", "b", "c", "d", "e", "f"])] #[gsi(name = "ix11", pk = "id", projection = ["a", "b", "c", "d", "e", "f"])] #[gsi(name = "ix12", pk = "id", projection = ["a", "b", "c", "d", "e", "f"])]
#[gsi(name = "ix13", pk = "id", projection = ["a", "b", "c", "d", "e", "f"])] #[gsi(name = "ix14", pk = "id", projection = ["a", "b", "c", "d", "e", "f"])] #[gsi(name = "ix15", pk = "id", projection = ["a", "b", "c", "d", "e", "f"])] #[gsi(name = "ix16", pk = "id", projection = ["a", "b", "c", "d", "e", "f"])]
#[gsi(name = "ix17", pk = "id", projection = ["a", "b", "c", "d", "e", "f"])]
struct Order {
    id: String,
    at: String,
    a: u8, b: u8, c: u8, d: u8, e: u8, f: u8,
}

fn main() {}
