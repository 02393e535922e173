// Rule: a component is a whole field
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[gsi(name = "ByIt", pk = "TAG#{tags[0]}", pk_attr = "TagPK", query = "by_it")]
struct Order {
    id: String,
    tags: Vec<String>,
}

fn main() {
    let _ = Order::by_it("x").limit(2);
}
