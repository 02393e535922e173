// Rule: a template has formats and no methods
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "users", pk = "id")]
#[gsi(name = "ByName", pk = "{name.to_lowercase()}", pk_attr = "NamePK")]
struct User {
    id: String,
    name: String,
}

fn main() {}
