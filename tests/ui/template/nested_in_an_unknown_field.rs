// Rule: a nested component starts with a field of the item
use dynamo_runtime::{Attribute, Item};

#[derive(Attribute)]
struct Address {
    city: String,
}

#[derive(Item)]
#[table(name = "shops", pk = "id")]
#[gsi(name = "ByCity", pk = "CITY#{adress.city}", pk_attr = "city")]
struct Shop {
    id: String,
    address: Address,
}

fn main() {}
