// Rule: a type is an item or a view of one
use dynamo_runtime::{Item, View};

#[derive(Item, View)]
#[table(name = "users", pk = "id")]
#[view(item = User)]
struct User {
    id: String,
    name: String,
}

fn main() {
    let _ = User::key("1").update().set(User::NAME, "Ada");
}
