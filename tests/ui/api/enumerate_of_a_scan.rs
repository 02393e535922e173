// Rule: a scan is sent before its items are used
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: u32,
    total: u32,
}

fn main() {
    for (number, order) in Order::scan().enumerate() {
        println!("{number}: {}", order.total);
    }
}
