// Rule: a component is the name of a field alone
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{self.id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
