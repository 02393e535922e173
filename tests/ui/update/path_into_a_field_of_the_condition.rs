// Rule: a field that `when` reads is set whole, so that the condition is known
use dynamo_runtime::{Attribute, Item};

#[derive(Attribute)]
struct Terms {
    open: bool,
}

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[gsi(name = "Open", pk = "{market}", pk_attr = "G1", when = self.terms.open)]
struct Order {
    id: String,
    market: String,
    terms: Terms,
}

fn main() {
    let _ = Order::key("o1").update().set(Order::TERMS.dot(Terms::OPEN), true);
}
