// Rule: an item is counted as a whole
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
struct Order {
    id: String,
    #[count(into = Customer::ORDERS, key = "customer")]
    customer: String,
}

fn main() {}
