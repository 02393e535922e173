// Rule: DynamoDB calls it `remove`
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: u32,
    total: u32,
    note: Option<String>,
}

fn main() {
    let _ = Order::key("ada", 1).update().unset(Order::NOTE);
}
