// Rule: a field that only decides whether an index key is there is removed with the others, by `set`
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[gsi(name = "Book", pk = "{market}", pk_attr = "G1", query = "book", when = self.open != Some(false))]
struct Order {
    id: String,
    market: String,
    open: Option<bool>,
}

fn main() {
    let _ = Order::key("o1").update().remove(Order::OPEN);
}
