// Rule: a condition reads stored fields
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "by_id", pk = "{id}", pk_attr = "G1", when = self.open)]
struct Order {
    id: String,
    at: String,
    #[dynamo(skip)]
    open: bool,
}

fn main() {}
