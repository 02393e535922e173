// Rule: a list of options without a comma is one mistake
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders" pk = "id")]
struct Order {
    id: String,
}

fn main() {
    let _ = Order::key("1").get();
}
