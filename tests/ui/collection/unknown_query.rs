// Rule: a member has the query of the collection
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

#[derive(Collection)]
#[collection(query = "by_city")]
enum Record {
    Customer(Customer),
}

fn main() {}
