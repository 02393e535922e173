// Rule: an item is not counted by what every write changes
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "customers", pk = "customer")]
struct Customer {
    customer: String,
    name: String,
    #[dynamo(counter)]
    orders: i64,
}

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[count(into = Customer::ORDERS, key = "revision")]
struct Order {
    id: String,
    #[dynamo(version)]
    revision: u32,
}

fn main() {}
