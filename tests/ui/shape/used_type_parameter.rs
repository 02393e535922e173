// Rule: an item has one shape, and its uses are not reported as well
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order<T> {
    customer: String,
    id: u32,
    extra: Option<T>,
}

fn main() {
    let _ = Order::query("ada").range(Order::ID.ge(2)).limit(2);
    let _ = Order::key("ada", 1).update().set(Order::CUSTOMER, "bob");
}
