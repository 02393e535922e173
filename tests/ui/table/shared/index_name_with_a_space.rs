// Rule: an index name has the characters DynamoDB allows
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[gsi(name = "GSI 1", pk = "GSI1_PK")]
struct Trading;

fn main() {}
