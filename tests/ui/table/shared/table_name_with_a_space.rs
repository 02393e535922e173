// Rule: a table name has the characters DynamoDB allows
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "my trading", pk = "PK")]
struct Trading;

fn main() {}
