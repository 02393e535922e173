// Rule: a counter has no other role
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "customers", pk = "customer")]
struct Customer {
    customer: String,
    name: String,
    #[dynamo(counter, version)]
    orders: i64,
}

fn main() {}
