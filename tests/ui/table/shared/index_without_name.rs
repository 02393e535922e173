// Rule: an index has a name
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[gsi(pk = "GSI1_PK")]
struct Trading;

fn main() {}
