// Rule: a format fits the type of the nested field
use dynamo_runtime::{Attribute, Item};

#[derive(Attribute)]
struct Address {
    city: String,
}

#[derive(Item)]
#[table(name = "shops", pk = "id")]
#[gsi(name = "ByCity", pk = "CITY#{address.city:05}", pk_attr = "city")]
struct Shop {
    id: String,
    address: Address,
}

fn main() {}
