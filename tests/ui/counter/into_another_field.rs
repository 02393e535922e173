// Rule: only a field marked `counter` counts
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
#[count(into = Customer::NAME, key = "customer")]
struct Order {
    id: String,
    customer: String,
}

fn main() {}
