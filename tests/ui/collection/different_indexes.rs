// Rule: members are read through one index
use dynamo_runtime::{Collection, Item, Table};

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", pk = "GSI1_PK")]
#[gsi(name = "GSI2", pk = "GSI2_PK")]
struct Shop;

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{id}", sk = "CUSTOMER#{id}")]
#[gsi(name = "GSI1", pk = "CITY#{city}", query = "of_city")]
struct Customer {
    id: String,
    city: String,
}

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{id}", sk = "ORDER#{number}")]
#[gsi(name = "GSI2", pk = "CITY#{city}", query = "of_city")]
struct Order {
    id: String,
    number: String,
    city: String,
}

#[derive(Collection)]
#[collection(query = "of_city")]
enum Record {
    Customer(Customer),
    Order(Order),
}

fn main() {}
