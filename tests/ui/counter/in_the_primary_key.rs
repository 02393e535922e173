// Rule: the primary key never changes
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "customers", pk = "PK")]
#[key(pk = "{customer}#{orders}")]
struct Customer {
    customer: String,
    name: String,
    #[dynamo(counter)]
    orders: i64,
}

fn main() {}
