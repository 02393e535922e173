// Rule: a field that is not stored cannot say where an item is counted
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
#[count(into = Customer::ORDERS, key = "customer")]
struct Order {
    id: String,
    #[dynamo(skip)]
    customer: String,
}

fn main() {}
