// Rule: a member read by the table is a whole item
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
#[collection(table = Shop)]
enum Record {
    Customer(CustomerGsi1),
}

fn main() {}
