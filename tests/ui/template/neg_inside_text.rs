// Rule: a negated number stands alone
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id:neg}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
