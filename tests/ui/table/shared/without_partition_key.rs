// Rule: a shared table has a partition key
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", sk = "SK")]
struct Trading;

fn main() {}
