// Rule: the key is made of fields of the counted item
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
#[count(into = Customer::ORDERS, key = "custommer")]
struct Order {
    id: String,
    customer: String,
}

fn main() {}
