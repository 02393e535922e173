// Rule: a `Query` names an item that has a sort key
// Cure: read the item by its key, `User::key(…).get()`
use dynamo_runtime::{Item, Query};

#[derive(Item)]
#[table(name = "users", pk = "id")]
#[gsi(name = "ByName", pk = "name", query = "by_name")]
struct User {
    id: String,
    name: String,
}

fn sorted(_: Query<User>) {}

fn main() {}
