// Rule: a counter is named by its constant
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "customers", pk = "id")]
struct Customer {
    id: String,
    #[dynamo(counter)]
    orders: i64,
}

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[count(into = Customer::orders, key = "customer")]
struct Order {
    id: String,
    customer: String,
}

fn main() {}
