// Rule: an attribute has a name
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", pk = ["tenant", ""])]
struct Trading;

fn main() {}
