// Rule: a global index has a partition key, whatever its type
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", pk_type = "N")]
struct Trading;

fn main() {}
