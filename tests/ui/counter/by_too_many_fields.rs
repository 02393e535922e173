// Rule: the key is what `key(…)` of the other item takes
// Cure: as many fields as the other item's `key(…)` has parameters, in their order
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
#[count(into = Customer::ORDERS, key = ["customer", "id"])]
struct Order {
    id: String,
    customer: String,
}

fn main() {}
