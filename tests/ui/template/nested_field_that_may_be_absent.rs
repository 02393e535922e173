// Rule: every item has a primary key
use dynamo_runtime::{Attribute, Item};

#[derive(Attribute)]
struct Address {
    city: String,
}

#[derive(Item)]
#[table(name = "shops", pk = "PK")]
#[key(pk = "CITY#{address.city}")]
struct Shop {
    address: Option<Address>,
}

fn main() {}
