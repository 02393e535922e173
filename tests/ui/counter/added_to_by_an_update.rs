// Rule: a counter is not added to by hand
// Cure: nothing: the writes of the items that it counts keep it
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "customers", pk = "customer")]
struct Customer {
    customer: String,
    name: String,
    #[dynamo(counter)]
    orders: i64,
}

fn count() {
    let _ = Customer::key("ada").update().add(Customer::ORDERS, 1);
}

fn main() {}
