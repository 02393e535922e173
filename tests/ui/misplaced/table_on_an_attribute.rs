// Rule: `#[table]` is for items
use dynamo_runtime::Attribute;

#[derive(Attribute)]
#[table(name = "users", pk = "id")]
struct User {
    id: String,
}

fn main() {}
