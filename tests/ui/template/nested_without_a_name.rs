// Rule: a nested component names a field of the nested struct
use dynamo_runtime::{Attribute, Item};

#[derive(Attribute)]
struct Address {
    city: String,
}

#[derive(Item)]
#[table(name = "shops", pk = "id")]
#[gsi(name = "ByCity", pk = "CITY#{address.}", pk_attr = "city")]
struct Shop {
    id: String,
    address: Address,
}

fn main() {}
