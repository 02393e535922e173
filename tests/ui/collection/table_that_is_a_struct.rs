// Rule: `table` takes a type that derives `Table`
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

struct Other;

#[derive(Collection)]
#[collection(table = Other)]
enum Record {
    Customer(Customer),
}

fn main() {}
