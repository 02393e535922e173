// Rule: an item owns its data
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order<'a> {
    id: &'a str,
    at: String,
}

fn main() {}
