// Rule: a range names the fields of the first member
use dynamo_runtime::{Collection, Item, Table};

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", pk = "GSI1_PK", sk = "GSI1_SK")]
struct Shop;

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{id}", sk = "CUSTOMER#{id}")]
#[gsi(name = "GSI1", pk = "CITY#{city}", sk = "{since}")]
struct Customer {
    id: String,
    city: String,
    since: String,
}

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{id}", sk = "ORDER#{number}")]
#[gsi(name = "GSI1", pk = "CITY#{city}", sk = "{at}")]
struct Order {
    id: String,
    number: String,
    city: String,
    at: String,
}

#[derive(Collection)]
#[collection(index = "GSI1")]
enum Record {
    Customer(Customer),
    Order(Order),
}

fn main() {
    let _ = Record::query("Rome").range(Order::AT.gt("2025"));
}
