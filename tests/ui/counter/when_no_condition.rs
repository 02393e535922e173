// Rule: `when` is a condition over the fields
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
#[count(into = Customer::ORDERS, key = "customer", when = self.sent)]
struct Order {
    id: String,
    customer: String,
}

fn main() {}
