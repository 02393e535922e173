// Rule: a member is in the index of the collection
use dynamo_runtime::{Collection, Item, Table};

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", pk = "GSI1_PK")]
struct Shop;

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{id}", sk = "CUSTOMER#{id}")]
#[gsi(name = "GSI1", pk = "CITY#{city}")]
struct Customer {
    id: String,
    city: String,
}

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{id}", sk = "ORDER#{number}")]
struct Order {
    id: String,
    number: String,
}

#[derive(Collection)]
#[collection(table = Shop, index = "GSI1")]
enum Record {
    Customer(Customer),
    Order(Order),
}

fn main() {}
