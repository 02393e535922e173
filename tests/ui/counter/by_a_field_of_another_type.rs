// Rule: the fields have the types that `key(…)` of the other item takes
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
    customer: u64,
}

fn main() {}
