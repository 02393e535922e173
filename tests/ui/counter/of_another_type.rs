// Rule: a counter is an `i64`
// Cure: an `i64`
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "customers", pk = "customer")]
struct Customer {
    customer: String,
    name: String,
    #[dynamo(counter)]
    orders: u32,
}

fn main() {}
