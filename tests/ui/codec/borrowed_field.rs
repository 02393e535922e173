// Rule: an item owns its data
// Cure: own the data: write `String` for `&str`, `Vec<T>` for `&[T]`
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
    note: &'static str,
}

fn main() {}
