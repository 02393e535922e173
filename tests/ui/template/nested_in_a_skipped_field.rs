// Rule: the field that a component is nested in is stored
use dynamo_runtime::{Attribute, Item};

#[derive(Attribute)]
struct Address {
    city: String,
}

#[derive(Item)]
#[table(name = "shops", pk = "id")]
#[gsi(name = "ByCity", pk = "CITY#{address.city}", pk_attr = "city")]
struct Shop {
    id: String,
    #[dynamo(skip)]
    address: Option<Address>,
}

fn main() {}
