// Rule: DynamoDB has no offset
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: u32,
    total: u32,
}

fn main() {
    let _ = Order::query("ada").skip(20).limit(20);
}
