// Rule: a condition reads fields there are
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "by_id", pk = "{id}", pk_attr = "G1", when = self.opened)]
struct Order {
    id: String,
    at: String,
    open: bool,
}

fn main() {}
