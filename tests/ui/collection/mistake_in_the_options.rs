// Rule: a mistake in the options of a collection is reported once, not again where it is used
use dynamo_runtime::{Collection, Item, Table};

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK")]
struct Shop;

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{id}", sk = "PROFILE#{id}")]
struct Customer {
    id: String,
    city: String,
}

#[derive(Collection)]
#[collection(tabel = Shop)]
enum Record {
    Customer(Customer),
}

fn main() {
    let _ = Record::query("c1").filter(Customer::CITY.eq("Rome")).skip_unknown();
    let record = Record::from(Customer { id: "c1".into(), city: "Rome".into() });
    let groups: RecordGroups = [record].into_iter().collect();
    let _ = groups.customer;
}
