// Rule: the members of a collection are items of its table
use dynamo_runtime::{Collection, Item, Table};

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK")]
struct Shop;

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{id}", sk = "CUSTOMER#{id}")]
struct Customer {
    id: String,
}

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "CUSTOMER#{id}", sk = "ORDER#{number}")]
struct Order {
    id: String,
    number: String,
}

#[derive(Collection)]
#[collection(table = Shop)]
enum Record {
    Customer(Customer),
    Order(Order),
}

fn main() {}
