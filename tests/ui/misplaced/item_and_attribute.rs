// Rule: a type is an item or a value inside one
use dynamo_runtime::{Attribute, Item};

#[derive(Item, Attribute)]
#[table(name = "users", pk = "id")]
struct User {
    id: String,
    name: String,
}

fn main() {
    let _ = User::key("1").update().set(User::NAME, "Ada");
}
