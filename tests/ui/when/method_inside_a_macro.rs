// Rule: a condition reads fields only, also inside a macro
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "by_id", pk = "{id}", pk_attr = "G1", when = matches!(self.state(), State::Open))]
struct Order {
    id: String,
    at: String,
    open: bool,
}

fn main() {}
