// Rule: a query method is not called like a method that every item has
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "users", pk = "id")]
#[gsi(name = "ByTeam", pk = "team", query = "backfill")]
struct User {
    id: String,
    team: String,
}

fn main() {}
