// Rule: a table declares an index once
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", pk = "GSI1_PK")]
#[gsi(name = "GSI1", pk = "ANALYST")]
struct Trading;

fn main() {}
