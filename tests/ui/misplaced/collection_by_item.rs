// Rule: a collection derives `Collection`
use dynamo_runtime::{Item, Table};

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK")]
struct Shop;

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{customer}", sk = "ORDER#{id}")]
struct Order {
    customer: String,
    id: String,
}

#[derive(Item)]
#[collection(table = Shop)]
enum Entry {
    Order(Order),
}

fn main() {
    let _ = Entry::query("ada");
}
