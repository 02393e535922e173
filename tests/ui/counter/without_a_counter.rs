// Rule: an item is counted in a field of another
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
#[count(key = "customer")]
struct Order {
    id: String,
    customer: String,
}

fn main() {}
