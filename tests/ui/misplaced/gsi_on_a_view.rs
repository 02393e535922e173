// Rule: `#[gsi]` is for items
use dynamo_runtime::{Item, View};

#[derive(Item)]
#[table(name = "users", pk = "id")]
struct User {
    id: String,
    team: String,
}

#[derive(View)]
#[view(item = User)]
#[gsi(name = "ByTeam", pk = "team")]
struct Member {
    team: String,
}

fn main() {}
