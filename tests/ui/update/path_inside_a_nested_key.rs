// Rule: a field that a key is nested in is set whole
// Cure: set the whole field, `.set(Shop::ADDRESS, address)`, or use `modify`
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
    address: Address,
}

fn main() {
    let _ = Shop::key("s1").update().set(Shop::ADDRESS.dot(Address::CITY), "Oslo");
}
