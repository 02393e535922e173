// Rule: an identifier names a field and is never a silent constant
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "idd", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
