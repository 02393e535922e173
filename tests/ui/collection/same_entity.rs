// Rule: members have different entity names
use dynamo_runtime::{Collection, Item, Table};

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK", type_attr = "kind")]
struct Shop;

#[derive(Item)]
#[dynamo(table = Shop, entity = "ORDER")]
#[key(pk = "CUSTOMER#{id}", sk = "CUSTOMER#{id}")]
struct Customer {
    id: String,
}

#[derive(Item)]
#[dynamo(table = Shop, entity = "ORDER")]
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
