// Rule: `all` returns a `Vec`
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: u32,
    total: u32,
}

fn main() {
    let _: Vec<Order> = Order::query("ada").collect();
}
