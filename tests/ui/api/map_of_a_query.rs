// Rule: a query is sent before its items are used
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: u32,
    total: u32,
}

fn main() {
    let totals = Order::query("ada").map(|order| order.total);
    let _: Vec<u32> = totals.collect();
}
