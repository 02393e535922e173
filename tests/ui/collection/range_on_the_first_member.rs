// Rule: a range means the same for every member
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
#[dynamo(table = Shop)]
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

fn main() {
    let _ = Record::query("c1").range(Customer::ID.gt("5"));
}
