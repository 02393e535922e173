// Rule: a filter names a field of a member
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

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{id}", sk = "ORDER#{number}")]
struct Order {
    id: String,
    number: String,
}

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{id}", sk = "NOTE#{text}")]
struct Note {
    id: String,
    text: String,
    size: u64,
}

#[derive(Collection)]
#[collection(table = Shop)]
enum Record {
    Customer(Customer),
    Order(Order),
}

fn main() {
    let _ = Record::query("c1").filter(Note::SIZE.gt(5_u64));
}
