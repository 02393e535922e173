// Rule: a counter is stored as a number
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "customers", pk = "customer")]
struct Customer {
    customer: String,
    name: String,
    #[dynamo(counter, serde)]
    orders: i64,
}

fn main() {}
