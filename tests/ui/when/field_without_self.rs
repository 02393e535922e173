// Rule: `when` names fields of `self`
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "tasks", pk = "id")]
#[gsi(name = "Open", pk = "{team}", pk_attr = "OpenPK", when = !done && id != "")]
struct Task {
    id: String,
    team: String,
    done: bool,
}

fn main() {}
