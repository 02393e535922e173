// Rule: a shared table derives `Table`, and its items are not reported as well
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "shop", pk = "PK")]
struct Shop;

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{id}")]
struct Customer {
    id: String,
}

fn main() {
    let _ = Customer::key("ada").get();
}
