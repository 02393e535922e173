// Rule: a collection names the type of its table
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
#[collection(table = "shop")]
enum Entry {
    Order(Order),
}

fn main() {}
