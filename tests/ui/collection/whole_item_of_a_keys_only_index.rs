// Rule: a member is what the index holds
use dynamo_runtime::{Collection, Item, Table};

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", pk = "GSI1_PK", projection = "KEYS_ONLY")]
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
#[collection(index = "GSI1")]
enum Record {
    Customer(Customer),
}

fn main() {}
