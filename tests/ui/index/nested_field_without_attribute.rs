// Rule: a field of a nested struct is stored again to be a key
use dynamo_runtime::{Attribute, Item};

#[derive(Attribute)]
struct Address {
    city: String,
}

#[derive(Item)]
#[table(name = "shops", pk = "id")]
#[gsi(name = "ByCity", pk = "address.city", query = "by_city")]
struct Shop {
    id: String,
    address: Address,
}

fn main() {
    let _ = Shop::by_city("Paris");
}
