// Rule: every option of `#[count]` is known
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
#[count(into = Customer::ORDERS, key = "customer", upserts)]
struct Order {
    id: String,
    customer: String,
}

fn main() {}
