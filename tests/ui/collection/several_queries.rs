// Rule: a member has one query on the index of the collection
use dynamo_runtime::{Collection, Item, Table};

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", pk = "GSI1_PK")]
struct Shop;

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{id}", sk = "CUSTOMER#{id}")]
#[gsi(name = "GSI1", pk = "CITY#{city}", query = "by_city")]
#[gsi(name = "GSI1", pk = "MAIL#{mail}", query = "by_mail")]
struct Customer {
    id: String,
    city: Option<String>,
    mail: String,
}

#[derive(Collection)]
#[collection(index = "GSI1")]
enum Record {
    Customer(Customer),
}

fn main() {}
