// Rule: a counter is a field of an item type
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
#[count(into = ORDERS, key = "customer")]
struct Order {
    id: String,
    customer: String,
}

fn main() {}
