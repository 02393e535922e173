// Rule: a partition of the table is deleted, not one of an index, which may lag behind
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[gsi(name = "ByCustomer", pk = "customer", query = "by_customer")]
struct Order {
    id: String,
    customer: String,
}

fn main() {
    let _ = Order::by_customer("c1").delete_partition();
}
