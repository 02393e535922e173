// Rule: `#[count]` names its counter with an option
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
#[count(Customer::ORDERS, key = "customer")]
struct Order {
    id: String,
    customer: String,
}

fn main() {}
