// Rule: a local index sorts in another way than its table
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "CUSTOMER#{customer}", sk = "ORDER#{id}")]
#[lsi(name = "ById", sk = "SK", query = "by_id")]
struct Order {
    customer: String,
    id: String,
}

fn main() {
    let _ = Order::by_id("c1");
}
