// Rule: only a query reads a range
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: u32,
    total: u32,
}

fn main() {
    let _ = Order::scan().range(Order::ID.gt(5)).limit(3);
}
