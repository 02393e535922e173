// Rule: `when` is a `bool`
// Cure: write `self.open == Some(true)`
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "users", pk = "id")]
#[gsi(name = "Open", pk = "{team}", pk_attr = "OpenPK", when = self.open)]
struct User {
    id: String,
    team: String,
    open: Option<bool>,
}

fn main() {}
