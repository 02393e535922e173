// Rule: the options of a collection are in `#[collection]`
use dynamo_runtime::{Collection, Item, Table};

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

#[derive(Collection)]
#[dynamo(table = Shop)]
enum Entry {
    Order(Order),
}

fn main() {
    let _ = Entry::query("ada");
}
