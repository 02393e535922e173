// Rule: a global index has a partition key
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", sk = "GSI1_SK")]
struct Trading;

fn main() {}
