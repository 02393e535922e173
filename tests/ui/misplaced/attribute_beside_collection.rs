// Rule: a collection is stored in no attribute
use dynamo_runtime::{Attribute, Collection, Item, Table};

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

#[derive(Collection, Attribute)]
#[collection(table = Shop)]
enum Account {
    Order(Order),
}

fn main() {}
