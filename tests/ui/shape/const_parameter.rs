// Rule: an item has one shape
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order<const N: usize> {
    id: [u8; N],
    at: String,
}

fn main() {}
