// Rule: a nested component is a field of the nested struct
// Cure: write the name of a field of the struct, as in `{address.city}`
use dynamo_runtime::{Attribute, Item};

#[derive(Attribute)]
struct Address {
    city: String,
}

#[derive(Item)]
#[table(name = "shops", pk = "id")]
#[gsi(name = "ByCity", pk = "CITY#{address.citty}", pk_attr = "city")]
struct Shop {
    id: String,
    address: Address,
}

fn main() {}
