// Rule: only a struct that derives `Attribute` has fields that keys can name
// Cure: write the field itself, as in `{city}`, or make it a struct that derives `Attribute`
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "shops", pk = "id")]
#[gsi(name = "ByCity", pk = "CITY#{city.name}", pk_attr = "city_pk")]
struct Shop {
    id: String,
    city: String,
}

fn main() {}
