// Rule: a collection is read in one way
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

#[derive(Collection)]
#[collection(index = "GSI1", query = "by_city")]
enum Record {
    Customer(Customer),
}

fn main() {}
