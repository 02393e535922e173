// Rule: a query takes what the partition key is built from
use dynamo_runtime::{Collection, Item, Table};

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK")]
struct Shop;

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "C#{shop}#{id}", sk = "CUSTOMER#{id}")]
struct Customer {
    shop: String,
    id: String,
}

#[derive(Collection)]
#[collection(table = Shop)]
enum Record {
    Customer(Customer),
}

fn main() {
    let _ = Record::query("c1");
}
