// Rule: an alternative of an index applies to some items
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "tasks", pk = "id")]
#[gsi(name = "Work", pk = "TEAM#{team}", pk_attr = "WorkPK", query = "of_team")]
#[gsi(name = "Work", pk = "AGENT#{agent}", pk_attr = "WorkPK", query = "of_agent")]
struct Task {
    id: String,
    team: String,
    agent: Option<String>,
}

fn main() {}
