// Rule: counting does not rewrite the keys of an index
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "customers", pk = "customer")]
#[gsi(name = "Busy", pk = "name", sk = "{orders:sortable}", sk_attr = "rank", query = "busy")]
struct Customer {
    customer: String,
    name: String,
    #[dynamo(counter)]
    orders: i64,
}

fn main() {}
